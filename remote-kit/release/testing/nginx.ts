import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { untilAnswers } from '../../process/until';

/** Milliseconds. */
const DEADLINE = 30_000;

/** The nginx of this machine. Throws with instructions to get one. */
export function findNginx(): string {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin'];
  const file = folders.map((folder) => path.join(folder, 'nginx')).find((each) => existsSync(each));
  if (file === undefined) {
    throw new Error(
      'A real nginx is needed here: “apt-get install nginx-light” or “brew install nginx” installs one',
    );
  }
  return file;
}

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
  await Promise.race([untilAnswers(ready, DEADLINE), failed]);
  return {
    stop: async () => {
      child.kill('SIGTERM');
      await closed;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
