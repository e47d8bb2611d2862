import { execFileSync } from 'node:child_process';
import { repositoryRoot } from '../environment/repository';

/** Files that differ from a commit and those that git does not track yet, as paths from the repository's root. */
export function changedFiles(commit: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: repositoryRoot, encoding: 'utf8' }).split('\0').filter(Boolean);
  return [
    ...git('diff', '--name-only', '--diff-filter=d', '-z', commit),
    ...git('ls-files', '--others', '--exclude-standard', '-z'),
  ];
}
