import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Starts nginx with an `http` block, until its address `ready` answers. All its files are in `folder`, which is removed
 * when it stops.
 */
export async function startNginx(
  command: string,
  folder: string,
  configuration: string,
  ready: string,
): Promise<{ readonly stop: () => Promise<void> }> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .filter((each) => !configuration.includes(`${each}_temp_path`))
    .map((each) => `${each}_temp_path ${folder}/${each};`);
  const file = path.join(folder, 'nginx.conf');
  const http = configuration.replace(/\bhttp \{/, (opening) => `${opening} ${temporary.join(' ')}`);
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr; events {}\n${http}`,
  );
  const child = spawn(command, ['-e', 'stderr', '-p', folder, '-c', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const closed = once(child, 'close');
  const failed = closed.then(() => Promise.reject(new Error(`nginx ended:\n${said}`)));
  failed.catch(() => undefined);
  await Promise.race([answers(ready), failed]);
  return {
    stop: async () => {
      child.kill('SIGTERM');
      await closed;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<void> {
  const isUp = () =>
    fetch(url)
      .then(({ ok }) => ok)
      .catch(() => false);
  while (!(await isUp())) await pause(50);
}
