import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const DEBIAN = '/usr/lib/postgresql';

/** Folder of PostgreSQL's programs; `undefined` where none is installed. */
export const postgresPrograms = [
  ...(process.env['PATH'] ?? '').split(delimiter),
  ...(existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin')) : []),
].find((folder) => ['initdb', 'postgres', 'pg_ctl'].every((program) => existsSync(join(folder, program))));

/** A PostgreSQL of the test's own, in a temporary folder, reached through a socket in it: no port to collide on. */
export interface PostgresServer {
  readonly url: string;
  start(): void;
  /** As if it crashed. */
  kill(): void;
  remove(): void;
}

/** Creates and starts one. */
export function startPostgres(programs: string): PostgresServer {
  const folder = mkdtempSync(join(tmpdir(), 'api-postgres-'));
  if (isRoot) execFileSync('chown', ['postgres', folder]);
  const data = join(folder, 'data');
  const run = (program: string, ...args: string[]) => {
    runAsPostgres(join(programs, program), args, folder);
  };
  run(
    'initdb',
    '--pgdata',
    data,
    '--auth=trust',
    '--username=postgres',
    '--encoding=UTF8',
    '--no-locale',
    '--no-sync',
  );
  const options = `-c listen_addresses= -c fsync=off -k ${folder}`;
  const start = () => {
    run('pg_ctl', 'start', '-w', '-D', data, '-l', join(folder, 'log'), '-o', options);
  };
  const kill = () => {
    run('pg_ctl', 'stop', '-w', '-D', data, '-m', 'immediate');
  };
  start();
  return {
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    start,
    kill,
    remove: () => {
      kill();
      rmSync(folder, { recursive: true });
    },
  };
}

const isRoot = process.getuid?.() === 0;

// PostgreSQL refuses to run as root.
function runAsPostgres(program: string, args: string[], cwd: string): void {
  const asPostgres = ['--reuid=postgres', '--regid=postgres', '--init-groups', program, ...args];
  execFileSync(isRoot ? 'setpriv' : program, isRoot ? asPostgres : args, { cwd, stdio: 'ignore' });
}
