import { request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';

type Kind = 'applications' | 'messages';
type Row = Record<string, string>;

/** What is stored of a kind of submissions: the rows that came from one e-mail address, by field. */
export const storedRows = async (email: string, kind: Kind, dataDir: string): Promise<Row[]> =>
  (await listRows(kind, dataDir)).filter((row) => row['email'] === email);

/** The same of the rows in which a text stands, whatever the field. */
export const rowsWith = async (text: string, kind: Kind, dataDir: string): Promise<Row[]> =>
  (await listRows(kind, dataDir)).filter((row) => Object.values(row).some((value) => value.includes(text)));

/** How many rows there are of both kinds, suspected ones too. */
export async function countRows(dataDir: string): Promise<number> {
  const kinds = ['applications', 'messages'] as const;
  const counts = await Promise.all(
    kinds.flatMap((kind) => [ask('count', kind, dataDir), ask('count', kind, dataDir, '&suspected=yes')]),
  );
  return counts.flat().reduce((sum, { count = '' }) => sum + Number(count), 0);
}

/**
 * Asks the running API, over the channel that `npm run submissions` uses. A test fills a form faster than people do, and
 * sends some without a token: those are stored apart.
 */
async function listRows(kind: Kind, dataDir: string): Promise<Row[]> {
  const [accepted, suspected] = await Promise.all([
    ask('list', kind, dataDir),
    ask('suspected', kind, dataDir),
  ]);
  return [
    ...accepted,
    ...suspected.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([field]) => field !== 'suspicion')),
    ),
  ];
}

async function ask(operation: string, kind: Kind, dataDir: string, more = ''): Promise<Row[]> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const socketPath = path.join(dataDir, 'api.sock');
    request({ socketPath, method: 'POST', path: `/${operation}?kind=${kind}${more}`, timeout: 10_000 })
      .once('response', resolve)
      .once('error', reject)
      .end();
  });
  const lines = (await text(response)).split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const { row } = JSON.parse(line) as { readonly row: Record<string, string | null> };
    return Object.fromEntries(Object.entries(row).map(([field, value]) => [field, value ?? '']));
  });
}
