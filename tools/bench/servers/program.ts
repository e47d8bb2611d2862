import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { repositoryRoot } from '@vidlunnia/settings/machine';

/** A server of this folder, measured in its own process. */
export interface Program {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a program, which sends its address in a message when it listens. */
export async function startProgram(file: string, ...args: readonly string[]): Promise<Program> {
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(__dirname, file), ...args], {
    cwd: repositoryRoot(),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const url = await Promise.race([
    once(child, 'message').then(([message]) => String(message)),
    ended.then(() => {
      throw new Error(`${file} ended before it listened; the reason is above`);
    }),
  ]);
  return {
    url,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
    },
  };
}
