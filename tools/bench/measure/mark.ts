import { freePort } from '@vidlunnia/scripts';
import { median } from '../figure';
import { launchBrowser } from './phone';
import { runTool } from './tool';

const ATTEMPTS = 3;
export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

/** The used part of Lighthouse's result. */
interface Report {
  readonly requestedUrl?: string;
  readonly runtimeError?: { readonly message: string };
  readonly audits: Readonly<Record<string, Audit>>;
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
}

interface Audit {
  readonly numericValue?: number;
  readonly details?: { readonly items?: readonly NetworkRequest[] };
}

interface NetworkRequest {
  readonly url: string;
  readonly statusCode?: number;
  readonly transferSize?: number;
}

export type Mark = ReturnType<typeof readMark>;

/**
 * Lighthouse for a phone, with its default settings. On a busy machine, it sometimes loses a trace, so a run without a
 * report is retried.
 */
export async function mark(url: string, attempt = 1): Promise<Mark> {
  const port = await freePort();
  // A new browser for every run, so nothing is left from the last.
  const browser = await launchBrowser(`--remote-debugging-port=${String(port)}`);
  try {
    const report = await runTool(
      'node_modules/lighthouse/cli/index.js',
      url,
      `--port=${String(port)}`,
      `--only-categories=${CATEGORIES.join()}`,
      '--output=json',
      '--quiet',
      '--no-enable-error-reporting',
    );
    return readMark(report as Report);
  } catch (error) {
    if (attempt === ATTEMPTS) throw error;
    return await mark(url, attempt + 1);
  } finally {
    await browser.close();
  }
}

function readMark({ requestedUrl = '', runtimeError, audits, categories }: Report) {
  if (runtimeError) throw new Error(`${requestedUrl}: ${runtimeError.message}`);
  const requests = (audits['network-requests']?.details?.items ?? []).filter(
    ({ url }) => !url.startsWith('data:'),
  );
  const missing = requests.find(({ statusCode = 0 }) => statusCode >= 400);
  // Check completeness, because a page with missing files is faster.
  if (missing) throw new Error(`${missing.url} answered ${String(missing.statusCode)}`);
  const amount = (audit: string) => audits[audit]?.numericValue ?? NaN;
  return {
    scores: Object.fromEntries(
      Object.entries(categories).map(([category, { score }]) => [category, Math.round((score ?? 0) * 100)]),
    ),
    amounts: {
      largestPaintMs: amount('largest-contentful-paint'),
      layoutShift: amount('cumulative-layout-shift'),
      blockedMs: amount('total-blocking-time'),
      requests: requests.length,
      /** Transferred bytes, including headers. */
      transferredKb: requests.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1_000,
    },
  };
}

export const middle = (marks: readonly Mark[], key: keyof Mark['amounts']): number =>
  median(marks.map(({ amounts }) => amounts[key]));
