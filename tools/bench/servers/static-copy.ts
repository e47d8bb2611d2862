import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { repositoryRoot } from '@vidlunnia/settings/machine';

/** Starts a bare server with a copy of a site, in a process of its own; `silent` copies load no scripts. */
export async function startStaticCopy(origin: string, ...mode: readonly 'silent'[]) {
  const child = fork(path.join(__dirname, 'static-copy-program.ts'), [origin, ...mode], {
    cwd: repositoryRoot(),
    execArgv: ['--import', 'tsx'],
  });
  const ended = once(child, 'exit');
  const url = await Promise.race([
    once(child, 'message').then(([message]) => String(message)),
    ended.then(() => {
      throw new Error('The static copy ended before it listened; the reason is above');
    }),
  ]);
  return {
    url,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}
