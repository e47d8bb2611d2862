import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { api, type Package, readTopology, shell } from '@vidlunnia/settings/topology';
import { repositoryRoot } from '@vidlunnia/remote-kit/process/repository';

/** Every package of the site that runs. */
export const readPackages = (): readonly Package[] => [
  shell,
  ...readTopology(repositoryRoot()).workspaces,
  api,
];

/** Variables that give every package a free port. */
export async function freePorts(): Promise<Record<string, string>> {
  const packages = readPackages();
  const servers = await Promise.all(packages.map(() => listen(0)));
  const ports = servers.map((server) => String((server.address() as AddressInfo).port));
  await Promise.all(servers.map(close));
  return Object.fromEntries(packages.map((pkg, index) => [pkg.portVariable, ports[index] ?? '']));
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
