import { createHash } from 'node:crypto';
import { request, type IncomingMessage, type RequestListener } from 'node:http';
import { join, relative } from 'node:path';
import { json } from 'node:stream/consumers';
import type { Database } from '../database/database';
import { isSubmissionKind, listSubmissions } from '../submissions/list-submissions';

// Shortest `sun_path` of the systems that Node runs on is 104 bytes; longer paths are cut off or rejected.
const LONGEST_PATH = 100;

/**
 * Where the process that holds a data folder listens: a Unix socket in the folder, a named pipe on Windows.
 * @throws Error when the folder's path is too long for a socket
 */
export function channelPath(dataDir: string): string {
  if (process.platform === 'win32') {
    return `\\\\?\\pipe\\vidlunnia-${createHash('sha256').update(dataDir).digest('hex').slice(0, 32)}`;
  }
  const path = join(dataDir, 'api.sock');
  const fitting = [path, relative(process.cwd(), path)].find(
    (each) => Buffer.byteLength(each) <= LONGEST_PATH,
  );
  if (fitting === undefined) {
    throw new Error(
      `The path of ${dataDir} is too long for a socket in it; choose a shorter one with DATA_DIR`,
    );
  }
  return fitting;
}

/**
 * What the process that holds the data folder does for commands, which can't open the database beside it:
 * `GET /submissions/<kind>?since=<instant>` lists.
 */
export function channelListener(database: Database): RequestListener {
  return ({ method, url: path = '' }, response) => {
    const url = new URL(path, 'http://channel');
    const [, collection, kind = ''] = url.pathname.split('/');
    if (method !== 'GET' || collection !== 'submissions' || !isSubmissionKind(kind)) {
      response.writeHead(404).end();
      return;
    }
    const since = url.searchParams.get('since');
    listSubmissions(database, kind, since === null ? undefined : new Date(since)).then(
      (submissions) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(submissions));
      },
      () => response.writeHead(500).end(),
    );
  };
}

/**
 * Asks the process that holds `dataDir`.
 * @returns its JSON
 * @throws Error when it is starting or stopping, or could not do what was asked
 */
export async function askChannel(dataDir: string, path: string): Promise<unknown> {
  const asking = request({ socketPath: channelPath(dataDir), path, timeout: 60_000 });
  asking.end();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    asking.once('response', resolve).once('error', reject);
  });
  if (response.statusCode !== 200) {
    throw new Error(
      `The running API responded with ${String(response.statusCode)}; try again, or stop it first`,
    );
  }
  return json(response);
}
