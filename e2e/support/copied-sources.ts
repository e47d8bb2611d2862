import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { remoteList } from '@vidlunnia/shared/topology';
import { repository } from './command';

const LEFT_OUT = new Set(['node_modules', 'dist', 'results']);
const ROOT_FILES = [
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'jest.config.mjs',
];

/** The repository's sources in another folder, nothing of it built. Packages are hard links: a second, not a minute. */
export async function copySources(): Promise<string> {
  const cache = path.join(repository, '.cache');
  await mkdir(cache, { recursive: true });
  const copy = await mkdtemp(path.join(cache, 'copy-'));
  const { workspaces } = JSON.parse(await readFile(path.join(repository, 'package.json'), 'utf8')) as {
    workspaces: string[];
  };
  const names = workspaces.flatMap((name) =>
    name === 'mfe-*' ? remoteList.map(({ folder }) => folder) : name,
  );
  const folders = await Promise.all(
    names.map(async (folder) => ({ folder, has: await readdir(path.join(repository, folder)) })),
  );
  // With the times of their last change: by them the compiler knows what it has checked already.
  for (const { folder } of folders) {
    await cp(path.join(repository, folder), path.join(copy, folder), {
      recursive: true,
      preserveTimestamps: true,
      filter: (file) => !LEFT_OUT.has(path.basename(file)),
    });
  }
  for (const file of ROOT_FILES) {
    await cp(path.join(repository, file), path.join(copy, file), { preserveTimestamps: true });
  }
  const packages = [
    '.',
    ...folders.filter(({ has }) => has.includes('node_modules')).map(({ folder }) => folder),
  ];
  for (const folder of packages) {
    execFileSync('cp', ['-al', path.join(repository, folder, 'node_modules'), path.join(copy, folder)]);
  }
  return copy;
}
