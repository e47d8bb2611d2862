import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { askChannel, channelPath } from '../../src/channel/channel';
import { allOf } from '../support/all-of';

let folder = '';
let stop: () => Promise<void>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'api-channel-'));
});

afterEach(async () => {
  await stop();
  await rm(folder, { recursive: true });
});

/** What a command hears of an API that behaves in a certain way. */
async function ask(listener: RequestListener, silenceMs?: number) {
  const server = createServer(listener).listen(channelPath(folder));
  await once(server, 'listening');
  stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return allOf(askChannel(folder, 'list', { kind: 'messages' }, silenceMs));
}

test('an API that hangs before its first row, or after it, is an error that says so', async () => {
  await expect(ask(() => undefined, 50)).rejects.toThrow(
    /^The running API gave nothing for 0.05 s; look at its log, or stop it first$/,
  );
  await stop();
  await expect(ask((_, response) => void response.write('{"row":{"name":"A"}}\n'), 50)).rejects.toThrow(
    /gave nothing for 0.05 s/,
  );
});

test('an API that ends halfway is an error, never a shorter list', async () => {
  const halfway: RequestListener = (_, response) => {
    response.write('{"row":{"name":"A"}}\n', () => response.destroy());
  };
  await expect(ask(halfway)).rejects.toThrow(/^The running API ended before it had given everything/);
});

test('an API that is starting or stopping is an error with its status', async () => {
  await expect(ask((_, response) => response.writeHead(503).end())).rejects.toThrow(/responded with 503/);
});

test('what goes wrong in the API is said by the command', async () => {
  const failing: RequestListener = (_, response) => response.end('{"row":{}}\n{"error":"No such column"}\n');
  await expect(ask(failing)).rejects.toThrow(/^No such column$/);
});
