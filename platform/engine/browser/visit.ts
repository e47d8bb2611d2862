import { onINP, onLCP } from 'web-vitals';
import { sendReport, VISIT_PATH } from '../page/failures';

/** Calls back with the final measurement. */
type Observe = (report: (measured: { readonly name: string; readonly value: number }) => void) => void;

/** Milliseconds for the host's response. */
const TIMEOUT = 5_000;

/**
 * Begins the visit of a document with this release set, and later reports the document's speed. Resolves to the visit's
 * token; `null` when the visit is not counted, for example because the request is blocked.
 */
export async function beginVisit(
  releaseSet: string,
  vitals: readonly Observe[] = [onLCP, onINP],
): Promise<string | null> {
  const visit = await requestToken(releaseSet).catch(() => null);
  if (visit === null) return null;
  for (const observe of vitals)
    observe(({ name, value }) => {
      sendReport({ visit, metric: name === 'LCP' ? 'lcp' : 'inp', value });
    });
  return visit;
}

async function requestToken(releaseSet: string): Promise<string | null> {
  const response = await fetch(VISIT_PATH, {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ releaseSet }),
    signal: AbortSignal.timeout(TIMEOUT),
  });
  return response.status === 200 ? ((await response.json()) as { readonly visit: string }).visit : null;
}
