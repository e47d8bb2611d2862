import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';

interface HttpReceiver {
  readonly url: string;
  readonly received: { readonly headers: IncomingHttpHeaders; readonly body: string }[];
  /** The status of its responses; `undefined` lets every request hang. */
  status: number | undefined;
}

/**
 * A receiver of webhooks for the tests of a file; at the start of each test it responds with 204 and has no requests.
 */
export function httpReceiver(): HttpReceiver {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      receiver.received.push({ headers: request.headers, body });
      if (receiver.status === undefined) return;
      response.writeHead(receiver.status, { location: '/elsewhere' }).end();
    });
  });
  const receiver: HttpReceiver = {
    received: [],
    status: 204,
    get url() {
      const address = server.address();
      return `http://127.0.0.1:${typeof address === 'object' && address ? String(address.port) : ''}/hooks`;
    },
  };
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.status = 204;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return receiver;
}
