import { request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';

type Kind = 'applications' | 'messages';
type Row = Record<string, string>;

/**
 * The stored rows of one e-mail address, by field. Both accepted and suspected ones: a test fills a form faster than
 * people do, and sends some without a token.
 */
export async function storedRows(email: string, kind: Kind, dataDir: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const suspected of [false, true]) {
    let page: Page | undefined;
    do {
      page = await ask<Page>(dataDir, 'list', { kind, suspected, after: page?.next });
      rows.push(...page.rows.map(asTexts).filter((row) => row['email'] === email));
    } while (page.next);
  }
  return rows;
}

/** What was sent from an e-mail address in previews: apart from the rows. */
export async function storedTrials(email: string, dataDir: string): Promise<readonly Row[]> {
  return (await ask<{ readonly trials: readonly Row[] }>(dataDir, 'export', email)).trials;
}

/** How many rows there are of both kinds, suspected ones too. */
export async function countRows(dataDir: string): Promise<number> {
  const counts = (['applications', 'messages'] as const).flatMap((kind) =>
    [false, true].map((suspected) => ask<number>(dataDir, 'count', { kind, suspected })),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** A page of the list, and where the next one begins. */
interface Page {
  readonly rows: readonly Readonly<Record<string, string | null>>[];
  readonly next?: object;
}

const asTexts = ({ suspicion: _why, ...row }: Page['rows'][number]): Row =>
  Object.fromEntries(Object.entries(row).map(([field, value]) => [field, value ?? '']));

/** Asks the running API, over the channel that `npm run submissions` uses. */
async function ask<Result>(dataDir: string, operation: string, argument: object | string): Promise<Result> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const socketPath = path.join(dataDir, 'api.sock');
    request({ socketPath, method: 'POST', path: `/${operation}`, timeout: 10_000 })
      .once('response', resolve)
      .once('error', reject)
      .end(JSON.stringify({ argument }));
  });
  return ((await json(response)) as { readonly result: Result }).result;
}
