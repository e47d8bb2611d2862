import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const DEBIAN = '/usr/lib/postgresql';
const NEEDED = ['initdb', 'postgres'];

/**
 * Folder of PostgreSQL's programs: on the path or where Debian has them; failing these it installs Debian's package.
 * @throws Error with the way to get them by hand
 */
export function findPostgres(): string {
  return installed() ?? installDebians() ?? giveUp();
}

function installed(): string | undefined {
  return [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...(existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin')) : []),
  ].find((folder) => NEEDED.every((program) => existsSync(join(folder, program))));
}

function installDebians(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  process.stderr.write('No PostgreSQL here; installing the Debian package postgresql…\n');
  const options = { stdio: 'ignore', timeout: 600_000 } as const;
  spawnSync('apt-get', ['update'], options);
  spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', 'postgresql'], options);
  return installed();
}

function giveUp(): never {
  throw new Error(
    'The tests of the API need PostgreSQL: install it, and put the folder of initdb and postgres on the PATH',
  );
}
