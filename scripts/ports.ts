import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { api, shell, workspaces, type Package } from '@vidlunnia/remote-kit/environment/topology';

export const PACKAGES: readonly Package[] = [shell, ...workspaces, api];

/** Variables that give every package a free port. */
export async function freePorts(): Promise<Record<string, string>> {
  const servers = await Promise.all(PACKAGES.map(() => listen(0)));
  const ports = servers.map((server) => String((server.address() as AddressInfo).port));
  await Promise.all(servers.map(close));
  return Object.fromEntries(PACKAGES.map((pkg, index) => [pkg.portVariable, ports[index] ?? '']));
}

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
