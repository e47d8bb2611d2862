import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { expect, test } from '@jest/globals';
import { channelPath } from '../../src/database/claim-folder';
import { operateThrough } from '../../src/submissions/channel';
import { temporaryFolder } from '@vidlunnia/settings/testing';

test.each<[string, RequestListener, RegExp]>([
  ['hangs', () => undefined, /gave nothing for 0\.2 s/],
  ['hangs halfway', (_, response) => void response.write('{"result":'), /gave nothing for 0\.2 s/],
  [
    'ends halfway',
    (_, response) => void response.write('{', () => response.destroy()),
    /^The running API did/,
  ],
  ['starts or stops', (_, response) => void response.writeHead(503).end(), /responded with 503/],
  ['fails', (_, response) => void response.end('{"error":"No such column"}'), /^No such column$/],
])('an API that %s is an error with the reason', async (_, listener, message) => {
  const folder = temporaryFolder();
  const server = createServer(listener).listen(channelPath(folder));
  await once(server, 'listening');
  await expect(operateThrough(folder, 200)('count', { kind: 'messages' })).rejects.toThrow(message);
  server.closeAllConnections();
  await once(server.close(), 'close');
});
