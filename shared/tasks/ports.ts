import { createServer } from 'node:net';
import { portOf } from '../build/environment';
import { api, remoteList, shell, type Part } from '../build/topology';

export const PARTS: readonly Part[] = [shell, ...remoteList, api];

/** Throws when a port that the site needs is taken; the message names each one and the variable that changes it. */
export async function checkPorts(environment: NodeJS.ProcessEnv): Promise<void> {
  const taken: string[] = [];
  for (const part of PARTS) {
    const port = portOf(part, environment);
    if (!(await isFree(port))) {
      taken.push(
        `Port ${String(port)} for ${part.folder} is taken; choose another with ${part.portVariable}`,
      );
    }
  }
  if (taken.length > 0) throw new Error(taken.join('\n'));
}

/** Variables that give every part a port which the system has free. */
export async function freePorts(): Promise<Record<string, string>> {
  const servers = await Promise.all(PARTS.map(() => listen(0)));
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address ? String(address.port) : '';
  });
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return Object.fromEntries(PARTS.map((part, index) => [part.portVariable, ports[index] ?? '']));
}

const isFree = (port: number) =>
  listen(port).then(
    (server) =>
      new Promise<boolean>((resolve) =>
        server.close(() => {
          resolve(true);
        }),
      ),
    () => false,
  );

const listen = (port: number) =>
  new Promise<ReturnType<typeof createServer>>((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      resolve(server);
    });
  });
