import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from '@vidlunnia/remote-kit/environment/repository';
import { workspaces as remotes } from '@vidlunnia/remote-kit/environment/topology';

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
  const cache = path.join(repositoryRoot, '.cache');
  await mkdir(cache, { recursive: true });
  const copy = await mkdtemp(path.join(cache, 'copy-'));
  const { workspaces } = JSON.parse(await readFile(path.join(repositoryRoot, 'package.json'), 'utf8')) as {
    workspaces: string[];
  };
  const names = workspaces.flatMap((name) =>
    name === 'mfe-*' ? remotes.map(({ folder }) => folder) : name.replace('/*', ''),
  );
  const folders = await Promise.all(
    names.map(async (folder) => ({ folder, has: await readdir(path.join(repositoryRoot, folder)) })),
  );
  // With the times of their last change: by them the compiler knows what it has checked already.
  for (const { folder } of folders) {
    await cp(path.join(repositoryRoot, folder), path.join(copy, folder), {
      recursive: true,
      preserveTimestamps: true,
      filter: (file) => !LEFT_OUT.has(path.basename(file)),
    });
  }
  for (const file of ROOT_FILES) {
    await cp(path.join(repositoryRoot, file), path.join(copy, file), { preserveTimestamps: true });
  }
  const packages = [
    '.',
    ...folders.filter(({ has }) => has.includes('node_modules')).map(({ folder }) => folder),
  ];
  for (const folder of packages) {
    execFileSync('cp', ['-al', path.join(repositoryRoot, folder, 'node_modules'), path.join(copy, folder)]);
  }
  return copy;
}
