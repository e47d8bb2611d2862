import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';

type Kind = 'applications' | 'messages';
type Row = Readonly<Record<string, string | null>>;

/**
 * The stored rows of one e-mail address, including suspected spam, because tests send some forms without a token.
 */
export const storedRows = async (email: string, kind: Kind, dataDir: string): Promise<readonly Row[]> =>
  (await callApi<Readonly<Record<Kind, readonly Row[]>>>(dataDir, 'export', email))[kind];

/** Submissions of one e-mail address in previews, which are stored separately. */
export const storedTrials = async (email: string, dataDir: string): Promise<readonly Row[]> =>
  (await callApi<{ readonly trials: readonly Row[] }>(dataDir, 'export', email)).trials;

/** Number of stored rows and trials, including suspected spam. */
export async function countRows(dataDir: string): Promise<number> {
  const counts = (['applications', 'messages'] as const).flatMap((kind) =>
    [false, true].map((suspected) => callApi<number>(dataDir, 'count', { kind, suspected })),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** Calls the running API through the socket of `npm run submissions`. */
async function callApi<Result>(
  dataDir: string,
  operation: string,
  argument: object | string,
): Promise<Result> {
  const sent = request({
    socketPath: path.join(dataDir, 'api.sock'),
    method: 'POST',
    path: `/${operation}`,
    timeout: 10_000,
  }).end(JSON.stringify({ argument }));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return ((await json(response)) as { readonly result: Result }).result;
}
