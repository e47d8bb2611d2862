import { spawnSync } from 'node:child_process';
import { repositoryRoot } from '../environment/repository';

/** Commit that is checked out; `null` outside a repository. */
export function currentCommit(): string | null {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], {
    cwd: repositoryRoot,
    encoding: 'utf8',
    timeout: 5_000,
  });
  return status === 0 ? stdout.trim() : null;
}
