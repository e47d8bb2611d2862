import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from '@vidlunnia/settings/machine';

/** Installed packages, build output, measurements and data, and this machine's own settings. */
const LEFT_OUT = /^(?:node_modules|dist|\.git|\.cache|\.data|\.env|\.mf|coverage|results|secrets)$/;

/** Copies the repository's sources into a folder, without build output. */
export async function copyTree(folder: string): Promise<void> {
  const filter = (file: string) => !LEFT_OUT.test(path.basename(file));
  for (const name of (await readdir(repositoryRoot())).filter(filter)) {
    const source = path.join(repositoryRoot(), name);
    // Keeps modification times: the compiler finds checked files by them.
    await cp(source, path.join(folder, name), { recursive: true, preserveTimestamps: true, filter });
  }
}

/** The repository's sources in another folder, with its packages as hard links: takes a second, not a minute. */
export async function copySources(): Promise<string> {
  const cache = path.join(repositoryRoot(), '.cache');
  await mkdir(cache, { recursive: true });
  const copy = await mkdtemp(path.join(cache, 'copy-'));
  await copyTree(copy);
  for (const folder of ['.', ...(await readdir(copy))]) {
    const packages = path.join(repositoryRoot(), folder, 'node_modules');
    if (existsSync(packages)) execFileSync('cp', ['-al', packages, path.join(copy, folder)]);
  }
  return copy;
}
