import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { untilAnswers } from '../../process/until-answers';
import { repositoryRoot } from '../../environment/repository';
import { freePort } from '../gate/local-server';

/** Milliseconds. */
const DEADLINE = 30_000;

export interface Nginx {
  readonly origin: string;
  readonly token: string;
  readonly stop: () => Promise<void>;
}

/** A real nginx with the configuration that this project hands out. @throws Error with the way to get nginx by hand */
export async function startNginx(): Promise<Nginx> {
  const command = installed() ?? installDebians();
  if (!command) throw new Error('The tests of releases need nginx: install it, and put it on the PATH');
  const folder = mkdtempSync(path.join(tmpdir(), 'nginx-'));
  const releases = path.join(folder, 'releases');
  mkdirSync(releases);
  const port = await freePort();
  const token = 'a-token';
  const values: Readonly<Record<string, string>> = {
    PORT: `127.0.0.1:${String(port)}`,
    RELEASE_TOKEN: token,
    RELEASES: releases,
  };
  const server = readFileSync(
    path.join(repositoryRoot, 'shared/deploy/releases.nginx.conf.template'),
    'utf8',
  ).replace(/\$\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  const unused = ['proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path ${folder}/${each};`);
  const configuration = `
    daemon off; master_process off; pid ${folder}/pid; error_log stderr;
    events {}
    http { access_log off; ${unused.join(' ')} ${server} }`;
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, configuration);

  const child = spawn(command, ['-e', 'stderr', '-p', folder, '-c', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const closed = once(child, 'close');
  const failed = closed.then(() => Promise.reject(new Error(`nginx ended:\n${said}`)));
  failed.catch(() => undefined);
  const origin = `http://127.0.0.1:${String(port)}`;
  await Promise.race([untilAnswers(`${origin}/healthz`, DEADLINE), failed]);
  return {
    origin,
    token,
    stop: async () => {
      child.kill('SIGTERM');
      await closed;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const installed = (): string | undefined =>
  [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin']
    .map((folder) => path.join(folder, 'nginx'))
    .find((file) => existsSync(file));

function installDebians(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  process.stderr.write('No nginx here; installing the Debian package nginx-light…\n');
  const options = { stdio: 'ignore', timeout: 600_000 } as const;
  spawnSync('apt-get', ['update'], options);
  spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', 'nginx-light'], options);
  return installed();
}
