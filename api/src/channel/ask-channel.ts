import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { channelPath } from './channel-path';

/**
 * Asks the process that holds `dataDir`.
 * @returns its JSON answer
 * @throws Error when it is starting or stopping, or could not do what was asked
 */
export async function askChannel(dataDir: string, method: 'GET' | 'POST', path: string): Promise<unknown> {
  const asked = request({ socketPath: channelPath(dataDir), method, path, timeout: 60_000 });
  asked.end();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve).once('error', reject);
  });
  if (response.statusCode !== 200) {
    throw new Error(`The running API answered ${String(response.statusCode)}; try again, or stop it first`);
  }
  return json(response);
}
