import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A test's HTTP server, on a port that the system chooses. */
export async function startLocalServer(respond: RequestListener) {
  const server = createServer(respond);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const stop = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, stop };
}
