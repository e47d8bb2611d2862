import { execFileSync } from 'node:child_process';
import {
  cpSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../../../environment/repository';

/** Of folders of earlier copies. */
const PREFIX = 'generators-';
/** What was made here from the same sources, and is not made again there. */
const MADE = ['dist', 'node_modules'];

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=trial', '-c', 'user.email=trial@localhost', ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });

/** Copies the working tree, as it is, into a repository of its own, with what is installed and built. */
export function copyRepository(): string {
  const cache = path.join(repositoryRoot, '.cache');
  mkdirSync(cache, { recursive: true });
  for (const name of readdirSync(cache).filter((entry) => entry.startsWith(PREFIX))) {
    rmSync(path.join(cache, name), { recursive: true });
  }
  const copy = mkdtempSync(path.join(cache, PREFIX));
  const files = git(repositoryRoot, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split(
    '\0',
  );
  for (const file of files.filter((name) => name !== '' && existsSync(path.join(repositoryRoot, name)))) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    // With the times of their last change: by them the compiler knows what it has checked already.
    cpSync(path.join(repositoryRoot, file), path.join(copy, file), { preserveTimestamps: true });
  }
  git(copy, 'init', '--quiet');
  git(copy, 'add', '--all');
  git(copy, 'commit', '--quiet', '--no-verify', '--message', 'The tree before');
  const folders = new Set(files.map((file) => path.dirname(file)).filter((folder) => folder !== '.'));
  for (const folder of ['.', ...folders]) {
    for (const made of MADE) link(path.join(repositoryRoot, folder, made), path.join(copy, folder, made));
  }
  link(path.join(cache, 'types'), path.join(copy, '.cache/types'));
  // npm writes it anew in its place: as a link it would be written in the tree that it was copied from.
  own(path.join(copy, 'node_modules/.package-lock.json'));
  return copy;
}

/** Hard links: a second, not a minute. */
function link(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(path.dirname(to), { recursive: true });
  execFileSync('cp', [path.basename(from) === 'node_modules' ? '-al' : '-a', from, to]);
}

function own(file: string): void {
  copyFileSync(file, `${file}.own`);
  renameSync(`${file}.own`, file);
}

/** What differs from the tree before, a line each; nothing when it is the same. */
export const differences = (copy: string): string => git(copy, 'status', '--porcelain').trim();
