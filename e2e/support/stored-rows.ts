import { request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';

type Kind = 'applications' | 'messages';
type Row = Record<string, string>;

/** What is stored of a kind of submissions: the rows that came from one e-mail address, by field. */
export const storedRows = async (email: string, kind: Kind, dataDir: string): Promise<Row[]> =>
  (await listRows(kind, dataDir)).filter((row) => row['email'] === email);

/** The same of the rows in which a text stands, whatever the field. */
export const rowsWith = async (text: string, kind: Kind, dataDir: string): Promise<Row[]> =>
  (await listRows(kind, dataDir)).filter((row) => Object.values(row).some((value) => value.includes(text)));

/** Asks the running API, over the channel that `npm run submissions` uses. */
async function listRows(kind: Kind, dataDir: string): Promise<Row[]> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ socketPath: path.join(dataDir, 'api.sock'), path: `/submissions/${kind}`, timeout: 10_000 })
      .once('response', resolve)
      .once('error', reject)
      .end();
  });
  const rows = (await json(response)) as Record<string, string | null>[];
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([field, value]) => [field, value ?? ''])),
  );
}
