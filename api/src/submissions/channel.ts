import { once } from 'node:events';
import { request, type IncomingMessage, type RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { messageOf } from '@vidlunnia/settings/machine';
import { channelPath } from '../database/claim-folder';

/** Writes a part of a command's output; resolves when there is room for the next. */
export type Print = (text: string) => Promise<void>;

/** The message of a failed command, encoded for the end of its response. */
const FAILURE = 'x-failure';

/** Runs commands for processes that cannot open the embedded database while this one holds it. */
export const commandListener =
  (run: (args: readonly string[], print: Print) => Promise<void>): RequestListener =>
  (asked, response) => {
    const gone = new AbortController();
    response.once('close', () => {
      gone.abort();
    });
    const print: Print = async (text) => {
      gone.signal.throwIfAborted();
      if (!response.write(text)) await once(response, 'drain', { signal: gone.signal });
    };
    // Without headers of its own, an empty response would have no trailers.
    response.writeHead(200, { trailer: FAILURE }).flushHeaders();
    json(asked)
      .then((args) => run(args as readonly string[], print))
      .catch((error: unknown) => {
        response.addTrailers({ [FAILURE]: encodeURIComponent(messageOf(error)) });
      })
      .finally(() => response.end());
  };

const IDLE_MS = 15_000;

/** Runs a command in the process that holds `dataDir`. Rejects when that process is starting, hangs, ends, or fails. */
export async function runThere(
  dataDir: string,
  args: readonly string[],
  print: Print,
  idleMs = IDLE_MS,
): Promise<void> {
  const idle = new AbortController();
  const asking = request({ socketPath: channelPath(dataDir), method: 'POST' });
  asking.setTimeout(idleMs, () => {
    idle.abort();
    asking.destroy();
  });
  let failure: string | undefined;
  try {
    asking.end(JSON.stringify(args));
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`it responded with ${String(response.statusCode)}`);
    for await (const text of response.setEncoding('utf8')) await print(String(text));
    failure = response.trailers[FAILURE];
  } catch (cause) {
    const reason = idle.signal.aborted ? `it gave nothing for ${String(idleMs / 1000)} s` : messageOf(cause);
    throw new Error(`The running API did not do it (${reason}); try again, or stop it first`, { cause });
  }
  if (failure !== undefined) throw new Error(decodeURIComponent(failure));
}
