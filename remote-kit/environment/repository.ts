import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The repository in which this runs: the nearest folder with npm's lock file, else the current folder. */
export const repositoryRoot = rootOf(process.cwd());

function rootOf(folder: string): string {
  for (let each = folder; ; each = path.dirname(each)) {
    if (existsSync(path.join(each, 'package-lock.json'))) return each;
    if (each === path.dirname(each)) return folder;
  }
}

/** Folder of the shell's package, a workspace or installed; `null` if there is none. */
export function shellPackage(): string | null {
  try {
    const fromHere = createRequire(path.join(repositoryRoot, 'package.json'));
    return path.dirname(fromHere.resolve('@vidlunnia/shell/package.json'));
  } catch {
    return null;
  }
}
