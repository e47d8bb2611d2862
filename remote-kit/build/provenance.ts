import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { repositoryRoot } from '../process/repository';
import type { ReleaseManifest } from '@vidlunnia/contracts/release';

/**
 * The commit that is checked out, and whether one of these paths differs from it. For people only: nothing depends on
 * it.
 */
export function provenance(
  places: readonly string[],
  root = repositoryRoot(),
): Pick<ReleaseManifest, 'commit' | 'provenance'> {
  const log = git(root, 'log', '-1', '--format=%H%n%an%n%cI%n%s');
  if (log === null) return { commit: null };
  const [commit = '', author = '', committed = '', ...subject] = log.trimEnd().split('\n');
  const changes = git(root, 'status', '--porcelain', '--untracked-files=all', '--', ...places) ?? '';
  return {
    commit,
    provenance: {
      difference: changes === '' ? null : createHash('sha256').update(changes).digest('hex').slice(0, 12),
      author,
      committed,
      subject: subject.join(' ').slice(0, 200),
    },
  };
}

/** The output of git in a repository; `null` outside of one. */
function git(cwd: string, ...args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', args, {
    cwd,
    encoding: 'utf8',
    timeout: 5_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  return status === 0 ? stdout : null;
}
