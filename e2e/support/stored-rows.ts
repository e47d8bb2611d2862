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

/** Asks the running API, over the channel that `npm run submissions` uses. */
async function listRows(kind: Kind, dataDir: string): Promise<Row[]> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const socketPath = path.join(dataDir, 'api.sock');
    request({ socketPath, method: 'POST', path: `/list?kind=${kind}`, timeout: 10_000 })
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
