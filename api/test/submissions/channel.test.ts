import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { channelPath } from '../../src/database/claim-folder';
import { operateThrough } from '../../src/submissions/channel';

let folder = '';
let stop: () => Promise<void>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'api-channel-'));
});

afterEach(async () => {
  await stop();
  await rm(folder, { recursive: true });
});

/** The result of a command when the API behaves in this way. */
async function ask(listener: RequestListener) {
  const server = createServer(listener).listen(channelPath(folder));
  await once(server, 'listening');
  stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return operateThrough(folder, 200)('count', { kind: 'messages' });
}

test.each<[string, RequestListener, RegExp]>([
  ['hangs', () => undefined, /gave nothing for 0\.2 s/],
  ['hangs halfway', (_, response) => void response.write('{"result":'), /gave nothing for 0\.2 s/],
  [
    'ends halfway',
    (_, response) => void response.write('{"result":1', () => response.destroy()),
    /The running API did not do it/,
  ],
  ['starts or stops', (_, response) => void response.writeHead(503).end(), /responded with 503/],
  ['fails', (_, response) => void response.end('{"error":"No such column"}'), /^No such column$/],
])('an API that %s is an error with the reason', async (_, listener, message) => {
  await expect(ask(listener)).rejects.toThrow(message);
});
