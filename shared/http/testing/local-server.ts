import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from '@jest/globals';

type Received = Readonly<Record<'method' | 'url' | 'body', string>> & Pick<IncomingMessage, 'headers'>;

export interface LocalServer {
  readonly origin: string;
  /** Every request so far, in order. */
  readonly received: readonly Received[];
  /** Resolves when the server has responded to the next request for an address. */
  untilAsked(url: string): Promise<void>;
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
  const local: LocalServer = {
    origin: await listen(server),
    received,
    untilAsked: async (url) => {
      await once(requests, url);
    },
    stop: () => stop(server).then(() => void open.delete(local)),
  };
  open.add(local);
  return local;
}

/** An origin without a server. */
export async function unreachableOrigin(): Promise<string> {
  const server = createServer();
  const origin = await listen(server);
  await stop(server);
  return origin;
}

async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${String(port)}`;
}

async function stop(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}
