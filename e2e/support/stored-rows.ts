import { request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';

type Kind = 'applications' | 'messages';
type Row = Record<string, string>;

/**
 * The stored rows of one e-mail address, by field, including suspected spam: tests fill forms faster than people, and
 * send some without a token.
 */
export async function storedRows(email: string, kind: Kind, dataDir: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const suspected of [false, true]) {
    let page: Page | undefined;
    do {
      page = await callApi<Page>(dataDir, 'list', { kind, suspected, after: page?.next });
      rows.push(...page.rows.map(asTexts).filter((row) => row['email'] === email));
    } while (page.next);
  }
  return rows;
}

/** Submissions of one e-mail address in previews, which are stored separately. */
export async function storedTrials(email: string, dataDir: string): Promise<readonly Row[]> {
  return (await callApi<{ readonly trials: readonly Row[] }>(dataDir, 'export', email)).trials;
}

/** Number of stored rows and trials, including suspected spam. */
export async function countRows(dataDir: string): Promise<number> {
  const counts = (['applications', 'messages'] as const).flatMap((kind) =>
    [false, true].map((suspected) => callApi<number>(dataDir, 'count', { kind, suspected })),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** A page of the list, and the start of the next one. */
interface Page {
  readonly rows: readonly Readonly<Record<string, string | null>>[];
  readonly next?: object;
}

const asTexts = ({ suspicion: _why, ...row }: Page['rows'][number]): Row =>
  Object.fromEntries(Object.entries(row).map(([field, value]) => [field, value ?? '']));

/** Calls the running API through the socket of `npm run submissions`. */
async function callApi<Result>(
  dataDir: string,
  operation: string,
  argument: object | string,
): Promise<Result> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const socketPath = path.join(dataDir, 'api.sock');
    request({ socketPath, method: 'POST', path: `/${operation}`, timeout: 10_000 })
      .once('response', resolve)
      .once('error', reject)
      .end(JSON.stringify({ argument }));
  });
  return ((await json(response)) as { readonly result: Result }).result;
}
