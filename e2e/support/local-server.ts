import { createServer, type RequestListener } from 'node:http';

/** A server of the test's own, on a port of the system's choice. */
export interface LocalServer {
  readonly origin: string;
  stop(): Promise<void>;
}

export function startLocalServer(answer: RequestListener): Promise<LocalServer> {
  const server = createServer(answer);
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address !== 'object' || !address) reject(new Error('The server has no port'));
      else resolve({ origin: `http://127.0.0.1:${String(address.port)}`, stop });
    });
  });
}
