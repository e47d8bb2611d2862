import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../environment/repository';
import type { ReleaseManifest } from '../contracts/release';

/** Which commit is checked out and what of the tree differs from it. It tells people where to look and decides nothing. */
export function provenance(root = repositoryRoot): Pick<ReleaseManifest, 'commit' | 'provenance'> {
  const log = git(root, 'log', '-1', '--format=%H%n%an%n%cI%n%s');
  if (log === null) return { commit: null };
  const [commit = '', author = '', committed = '', ...subject] = log.trimEnd().split('\n');
  return {
    commit,
    provenance: { difference: difference(root), author, committed, subject: subject.join(' ').slice(0, 200) },
  };
}

/** Twelve digits for all that is not committed; `null` when nothing is. */
function difference(root: string): string | null {
  const changed = git(root, 'diff', 'HEAD', '--binary') ?? '';
  const added = (git(root, 'ls-files', '--others', '--exclude-standard', '-z') ?? '')
    .split('\0')
    .filter(Boolean);
  if (changed === '' && added.length === 0) return null;
  const hash = createHash('sha256').update(changed);
  for (const file of added.sort()) hash.update(`\0${file}\0`).update(contentOf(path.join(root, file)));
  return hash.digest('hex').slice(0, 12);
}

/** As git sees it: of a link where it leads, and nothing of a repository inside. */
function contentOf(file: string): Buffer | string {
  const stats = lstatSync(file);
  if (stats.isSymbolicLink()) return readlinkSync(file);
  return stats.isFile() ? readFileSync(file) : '';
}

/** What git prints in a repository; `null` outside of one. */
function git(cwd: string, ...args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', args, {
    cwd,
    encoding: 'utf8',
    timeout: 5_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  return status === 0 ? stdout : null;
}
