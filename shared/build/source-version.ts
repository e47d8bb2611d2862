import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../environment/repository';
import { shell } from '../environment/topology';

const SHARED_SOURCES = [
  'shared/build',
  'shared/environment',
  'shared/contracts',
  'shared/http',
  'shared/ui',
  'shared/package.json',
  'package-lock.json',
  'tsconfig.base.json',
];
/** What the shell's server shares with the release tool. */
const SHELL_SOURCES = ['shared/process', 'shared/release'];
/** What no build reads: its own output, tools' droppings, tests, documentation. */
const IGNORED_FOLDERS = new Set(['dist', 'node_modules', 'test', 'testing']);
const IGNORED_FILES = /^\.|\.test\.tsx?$|\.md$/;

/**
 * Version of what a package builds, derived from every file that the build reads: twelve hexadecimal digits, the
 * same for the same source on any machine. Known before the build, so that an existing build is found by its name.
 */
export function sourceVersion(folder: string, mode: string, root = repositoryRoot): string {
  const hash = createHash('sha256').update(mode);
  const sources = [folder, ...SHARED_SOURCES, ...(folder === shell.folder ? SHELL_SOURCES : [])];
  for (const source of sources) {
    for (const file of filesBelow(root, source)) {
      hash.update(`\0${file}\0`).update(readFileSync(path.join(root, file)));
    }
  }
  return hash.digest('hex').slice(0, 12);
}

function filesBelow(root: string, source: string): string[] {
  if (path.extname(source) === '.json') return [source];
  return readdirSync(path.join(root, source), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const child = `${source}/${entry.name}`;
      if (IGNORED_FILES.test(entry.name)) return [];
      if (entry.isDirectory()) return IGNORED_FOLDERS.has(entry.name) ? [] : filesBelow(root, child);
      return [child];
    });
}
