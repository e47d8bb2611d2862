import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A PostgreSQL of the tests' own, in a temporary folder, reached through a socket in it: no port to collide on. */
export interface PostgresServer {
  readonly url: string;
  /** Resolves when it takes connections. */
  start(): Promise<void>;
  /** As if it crashed. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Creates and starts one.
 * @param programs folder of `initdb` and `postgres`
 */
export async function startPostgres(programs: string): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'api-postgres-'));
  if (isRoot) execFileSync('chown', ['postgres', folder]);
  const data = join(folder, 'data');
  const initdb = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--no-locale', '--no-sync'];
  execFileSync(...asPostgres(join(programs, 'initdb'), '--pgdata', data, ...initdb), {
    cwd: folder,
    stdio: 'ignore',
  });
  let running: ChildProcess | undefined;
  const server: PostgresServer = {
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    start: async () => {
      const options = ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off'];
      running = spawn(...asPostgres(join(programs, 'postgres'), ...options), {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      await untilReady(running);
    },
    kill: async () => {
      if (running === undefined) return;
      const ended = once(running, 'exit');
      running.kill('SIGQUIT');
      await ended;
      running = undefined;
    },
    remove: async () => {
      await server.kill();
      await rm(folder, { recursive: true });
    },
  };
  await server.start();
  return server;
}

const isRoot = process.getuid?.() === 0;

// PostgreSQL refuses to run as root.
function asPostgres(program: string, ...args: string[]): [program: string, args: string[]] {
  if (!isRoot) return [program, args];
  return ['setpriv', ['--reuid=postgres', '--regid=postgres', '--init-groups', program, ...args]];
}

function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('exit', () => {
      reject(new Error(`PostgreSQL did not start:\n${log}`));
    });
    server.once('error', reject);
  });
}
