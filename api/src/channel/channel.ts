import { createHash } from 'node:crypto';
import { request, type IncomingMessage, type RequestListener } from 'node:http';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Type } from '@sinclair/typebox';
import { parseChecked } from '@vidlunnia/contracts/checked';
import type { Database } from '../database/database';
import { within } from '../within';
import { isOperation, OPERATIONS, type OperationName, type Parameters, type Row } from './operations';

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

/** One line of a response: a row, or what went wrong after those before it. */
const LineSchema = Type.Union(
  [
    Type.Object({ row: Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()])) }),
    Type.Object({ error: Type.String() }),
  ],
  // What visitors sent is in it.
  { secret: true, rule: 'a row or an error' },
);

/**
 * What the process that holds the data folder does for commands, which can't open the database beside it:
 * `POST /<operation>?<parameters>` gives one row a line.
 */
export function channelListener(database: Database): RequestListener {
  return ({ method, url: path = '' }, response) => {
    const url = new URL(path, 'http://channel');
    const name = url.pathname.slice(1);
    if (method !== 'POST' || !isOperation(name)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    const rows = OPERATIONS[name](database, Object.fromEntries(url.searchParams));
    // It fails only when the command has gone.
    pipeline(Readable.from(linesOf(rows)), response).catch(() => undefined);
  };
}

async function* linesOf(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  try {
    for await (const row of rows) yield `${JSON.stringify({ row })}\n`;
  } catch (error) {
    yield `${JSON.stringify({ error: error instanceof Error ? error.message : String(error) })}\n`;
  }
}

const SILENCE_MS = 15_000;

/**
 * Has the process that holds `dataDir` do an operation.
 * @param silenceMs how long it may give nothing
 * @throws Error when it is starting or stopping, hangs, ends, or could not do what was asked
 */
export async function* askChannel(
  dataDir: string,
  name: OperationName,
  parameters: Parameters,
  silenceMs = SILENCE_MS,
): AsyncGenerator<Row> {
  const path = `/${name}?${new URLSearchParams(parameters).toString()}`;
  const asking = request({ socketPath: channelPath(dataDir), method: 'POST', path });
  try {
    const response = await inTime(silenceMs, responseTo(asking));
    if (response.statusCode !== 200) {
      throw new Error(
        `The running API responded with ${String(response.statusCode)}; try again, or stop it first`,
      );
    }
    const lines = linesIn(response);
    for (;;) {
      const { done, value } = await inTime(silenceMs, lines.next());
      if (done === true) return;
      const line = parseChecked(LineSchema, value, 'a line of the running API');
      if ('error' in line) throw new Error(line.error);
      yield line.row;
    }
  } finally {
    asking.destroy();
  }
}

function responseTo(asking: ReturnType<typeof request>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    asking.once('response', resolve).on('error', reject);
    asking.end();
  });
}

async function* linesIn(response: IncomingMessage): AsyncGenerator<string, undefined> {
  let rest = '';
  try {
    for await (const chunk of response.setEncoding('utf8') as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (cause) {
    throw new Error('The running API ended before it had given everything; try again', { cause });
  }
  return undefined;
}

async function inTime<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  const result = await within(
    milliseconds,
    promise.then((value) => ({ value })),
  );
  if (result !== undefined) return result.value;
  throw new Error(
    `The running API gave nothing for ${String(milliseconds / 1000)} s; look at its log, or stop it first`,
  );
}
