import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';

/** Free ports of this machine, all different. */
export async function findFreePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => listen(0)));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map(close));
  return ports;
}

export const freePort = async (): Promise<number> => (await findFreePorts(1))[0] ?? 0;

export const isFree = (port: number): Promise<boolean> =>
  listen(port)
    .then(close)
    .then(
      () => true,
      () => false,
    );

async function listen(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function close(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}
