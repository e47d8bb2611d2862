import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from './repository';

const SHARED_SOURCES = [
  'shared/build',
  'shared/contracts',
  'shared/http',
  'shared/ui',
  'shared/package.json',
  'package-lock.json',
  'tsconfig.base.json',
];
const IGNORED_FOLDERS = new Set(['dist', 'node_modules']);
const IS_TEST = /\.test\.tsx?$/;

/**
 * Version of what a package builds, derived from every file that the build reads: twelve hexadecimal digits, the
 * same for the same source on any machine. Known before the build, so that an existing build is found by its name.
 */
export function sourceVersion(folder: string, mode: string): string {
  const hash = createHash('sha256').update(mode);
  for (const source of [folder, ...SHARED_SOURCES]) {
    for (const file of filesBelow(source)) {
      hash.update(`\0${file}\0`).update(readFileSync(path.join(repositoryRoot, file)));
    }
  }
  return hash.digest('hex').slice(0, 12);
}

function filesBelow(source: string): string[] {
  const absolute = path.join(repositoryRoot, source);
  if (path.extname(source) === '.json') return [source];
  return readdirSync(absolute, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const child = `${source}/${entry.name}`;
      if (entry.isDirectory()) return IGNORED_FOLDERS.has(entry.name) ? [] : filesBelow(child);
      return IS_TEST.test(entry.name) ? [] : [child];
    });
}
