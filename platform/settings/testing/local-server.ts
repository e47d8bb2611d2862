import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from '@jest/globals';

type Received = Readonly<Record<'method' | 'url' | 'body', string>> & Pick<IncomingMessage, 'headers'>;

export interface LocalServer {
  readonly origin: string;
  /** Every request so far, in order. */
  readonly received: readonly Received[];
  /** Resolves when the server has responded to the next request for an address. */
  untilAsked(url: string): Promise<unknown>;
  stop(): Promise<void>;
}

const open = new Set<LocalServer>();

afterEach(async () => {
  await Promise.all([...open].map((server) => server.stop()));
});

/** Called after a request's body has been read. */
export type Respond = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** Starts an HTTP server on a free port; stops it after the test. */
export async function startLocalServer(respond: Respond): Promise<LocalServer> {
  const received: Received[] = [];
  const requests = new EventEmitter();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const body = Buffer.concat(chunks).toString();
      received.push({ method, url, headers, body });
      respond(request, response, body);
      requests.emit(url);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const local: LocalServer = {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    received,
    untilAsked: (url) => once(requests, url),
    stop: async () => {
      open.delete(local);
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  open.add(local);
  return local;
}

/** An origin without a server: a fixed port, because another process may get one that was free a moment ago. */
export const unreachableOrigin = 'http://127.0.0.1:2';
