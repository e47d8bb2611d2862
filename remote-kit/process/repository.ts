import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The repository in which this runs: the nearest folder with npm's lock file, else the current folder. */
export function repositoryRoot(): string {
  const start = process.cwd();
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, 'package-lock.json'))) return folder;
    if (folder === path.dirname(folder)) return start;
  }
}

/** Folder of the shell's package, a workspace or installed; `null` if there is none. */
export function shellPackage(): string | null {
  try {
    const fromHere = createRequire(path.join(repositoryRoot(), 'package.json'));
    return path.dirname(fromHere.resolve('@vidlunnia/shell/package.json'));
  } catch {
    return null;
  }
}

/** Loads the settings in the repository's `.env`; variables that are set win. */
export function loadSettings(): void {
  const file = path.join(repositoryRoot(), '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}
