import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { repositoryRoot } from '@vidlunnia/remote-kit/process/repository';
import type { Site } from './site';

/**
 * Starts one of this folder's servers in a process of its own, so that each is measured alone. It tells its port in
 * a message once it listens.
 */
export async function startProgram(name: string, file: string, input: object): Promise<Site> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', path.join(__dirname, file), JSON.stringify(input)],
    {
      cwd: repositoryRoot(),
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  const ended = once(child, 'exit');
  const port = await Promise.race([
    once(child, 'message').then(([message]) => Number(message)),
    ended.then(() => {
      throw new Error(`The server of ${name} ended before it listened; the reason is above`);
    }),
  ]);
  return {
    name,
    url: `http://localhost:${String(port)}`,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
    },
  };
}

/** What a program was started with. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- both ends are in this folder
export const programInput = <Input>(): Input => JSON.parse(process.argv[2] ?? '{}') as Input;

/** Tells that the program listens. */
export const tellPort = (address: string): void => {
  process.send?.(new URL(address).port);
};
