import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { getter } from '@vidlunnia/remote-kit/environment/read-settings';
import { portOf } from '@vidlunnia/remote-kit/environment/settings';
import { api, shell, workspaces, type Package } from '@vidlunnia/remote-kit/environment/topology';
import { messageOf } from '@vidlunnia/remote-kit/process/errors';

export const PACKAGES: readonly Package[] = [shell, ...workspaces, api];

/**
 * Throws when a port that the site needs is taken or is no port; the message names each one and the variable that
 * changes it.
 */
export async function checkPorts(environment: NodeJS.ProcessEnv): Promise<void> {
  const problems = await Promise.all(PACKAGES.map((pkg) => portProblem(pkg, environment)));
  const found = problems.filter((problem) => problem !== null);
  if (found.length > 0) throw new Error(found.join('\n'));
}

async function portProblem(pkg: Package, environment: NodeJS.ProcessEnv): Promise<string | null> {
  try {
    const port = portOf(pkg, getter(environment));
    // The API by itself may leave its port to the system; the shell would not find it then.
    if (port === 0) return `${pkg.portVariable} is “0”; the whole site needs a port that is known before`;
    if (await isFree(port)) return null;
    return `Port ${String(port)} for ${pkg.folder} is taken; choose another with ${pkg.portVariable}`;
  } catch (error) {
    return messageOf(error);
  }
}

/** Variables that give every package a port which the system has free. */
export async function freePorts(): Promise<Record<string, string>> {
  const servers = await Promise.all(PACKAGES.map(() => listen(0)));
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address ? String(address.port) : '';
  });
  await Promise.all(servers.map(close));
  return Object.fromEntries(PACKAGES.map((pkg, index) => [pkg.portVariable, ports[index] ?? '']));
}

const isFree = (port: number) =>
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
