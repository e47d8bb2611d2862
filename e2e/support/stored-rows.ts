import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';

type Kind = 'applications' | 'messages';
type Row = Readonly<Record<string, string | null>>;

/**
 * The stored rows of one e-mail address, including suspected spam, because tests send some forms without a token.
 */
export async function storedRows(email: string, kind: Kind, dataDir: string): Promise<readonly Row[]> {
  const person = JSON.parse(await runInApi(dataDir, 'export', email)) as Record<Kind, readonly Row[]>;
  return person[kind];
}

/** Number of stored rows, including suspected spam. */
export async function countRows(dataDir: string): Promise<number> {
  const counts = (await runInApi(dataDir, 'count')).match(/\d+$/gm) ?? [];
  return counts.reduce((sum, count) => sum + Number(count), 0);
}

/** Runs a command in the API, through its socket: `inbox`, or one of `npm run submissions`. */
export async function runInApi(dataDir: string, ...args: readonly string[]): Promise<string> {
  const options = { socketPath: path.join(dataDir, 'api.sock'), method: 'POST', timeout: 10_000 };
  const sent = request(options).end(JSON.stringify(args));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return text(response);
}
