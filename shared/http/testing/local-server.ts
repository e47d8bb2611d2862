import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach } from '@jest/globals';

/** A request as the server got it. */
interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface LocalServer {
  readonly origin: string;
  /** Every request so far, in order. */
  readonly received: readonly Received[];
  /** Resolves when it has answered the next request for an address. */
  untilAsked(url: string): Promise<void>;
  stop(): Promise<void>;
}

const open = new Set<LocalServer>();

afterEach(async () => {
  await Promise.all([...open].map((server) => server.stop()));
});

/** A real HTTP server on a port of the system's choice; it ends with the test. `answer` is called with the body read. */
export async function startLocalServer(answer: RequestListener): Promise<LocalServer> {
  const received: Received[] = [];
  const waiting: { readonly url: string; readonly tell: () => void }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      answer(request, response);
      for (const each of waiting.splice(0)) {
        if (each.url === url) each.tell();
        else waiting.push(each);
      }
    });
  });
  const local: LocalServer = {
    origin: `http://127.0.0.1:${String(await listen(server))}`,
    received,
    untilAsked: (url) =>
      new Promise((tell) => {
        waiting.push({ url, tell });
      }),
    stop: () => stop(server).then(() => void open.delete(local)),
  };
  open.add(local);
  return local;
}

/** An origin at which nothing listens any more. */
export async function unreachableOrigin(): Promise<string> {
  const server = createServer();
  const port = await listen(server);
  await stop(server);
  return `http://127.0.0.1:${String(port)}`;
}

const listen = (server: Server) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address) resolve(address.port);
      else reject(new Error('The server has no port'));
    });
  });

const stop = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
