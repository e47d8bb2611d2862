import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

/** A server of the gate's own, at a port of the system's choice. */
export interface LocalServer {
  readonly origin: string;
  stop(): Promise<void>;
}

export async function startLocalServer(respond: RequestListener): Promise<LocalServer> {
  const server = createServer(respond);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${String(portOf(server))}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function portOf(server: ReturnType<typeof createServer>): number {
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port');
  return address.port;
}
