import fc from 'fast-check';
import { countRows } from '../support/stored-rows';
import { createSender, type FuzzRequest } from './send';
import { routeRequests, shellRequests } from './http-requests';
import { contractOf, type OpenApi } from './open-api';

/** A running site; nobody else may store anything there meanwhile. */
interface Fuzzed {
  readonly url: string;
  readonly apiOrigin: string;
  readonly dataDir: string;
}

interface Options {
  readonly requests: number;
  /** The same one makes the same requests. */
  readonly seed: number;
}

/** How many responses of each status came. */
export type Statuses = Readonly<Record<string, number>>;

/** Statuses of a form that was stored: the API's own, and where a browser is led. */
const ACCEPTED = [201, 303];

/**
 * Sends requests of every kind, one after another. None may be answered with 5xx, hang, or end a process; what is not
 * accepted may store nothing; what the API answers is what its OpenAPI document says.
 * @throws Error with the smallest request that shows otherwise, and the seed
 */
export async function fuzz(site: Fuzzed, { requests, seed }: Options): Promise<Statuses> {
  const document = (await json(`${site.apiOrigin}/api/openapi.json`)) as OpenApi;
  const ids = ((await json(`${site.apiOrigin}/api/blog`)) as { readonly id: string }[]).map(({ id }) => id);
  const sender = createSender({ shell: site.url.replace('localhost', '127.0.0.1'), api: site.apiOrigin });
  const mismatch = contractOf(document);
  const statuses: Record<string, number> = {};
  let stored = await countRows(site.dataDir);

  const check = async (asked: FuzzRequest) => {
    const answer = await sender.send(asked);
    const { status, body } = answer;
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status >= 500) throw new Error(`It was answered ${String(status)}: ${body.slice(0, 500)}`);
    if (asked.route !== undefined && asked.to === 'api') {
      const problem = mismatch(asked.route, asked.method, answer);
      if (problem !== undefined) throw new Error(`The answer is not as documented: ${problem}`);
    }
    if (['GET', 'HEAD', 'OPTIONS'].includes(asked.method)) return;
    const before = stored;
    stored = await countRows(site.dataDir);
    const accepted = Number(ACCEPTED.includes(status));
    if (stored - before > accepted)
      throw new Error(`${String(stored - before)} rows were stored, ${String(accepted)} accepted`);
  };

  const arbitrary = fc.oneof(
    { arbitrary: routeRequests(document, ids), weight: 5 },
    { arbitrary: shellRequests(ids), weight: 3 },
  );
  try {
    await fc.assert(fc.asyncProperty(arbitrary, check), { seed, numRuns: requests });
  } finally {
    sender.close();
  }
  await json(`${site.apiOrigin}/api/health`);
  return statuses;
}

async function json(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${String(response.status)}`);
  return response.json();
}
