import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { repositoryRoot } from '@vidlunnia/remote-kit/process/repository';

/** The arguments of `npm run`, and the covered files, as git patterns. */
type Proof = Readonly<Record<'proof' | 'covers', string>>;
type Greens = Readonly<Record<string, Readonly<Record<'commit' | 'date', string>>>>;

const FILE = 'docs/proofs.json';

/** The proofs that take too long for `npm test`: the list is in the CI's file, which runs them. */
export function listProofs(root = repositoryRoot()): readonly Proof[] {
  const file: unknown = parse(readFileSync(path.join(root, '.github/workflows/check.yml'), 'utf8'));
  return (file as { jobs: { proofs: { strategy: { matrix: { include: Proof[] } } } } }).jobs.proofs.strategy
    .matrix.include;
}

/** Call it before a proof, and the returned function after success: it records the commit of a clean tree. */
export function startProof(
  script: string,
  args = process.argv.slice(2),
  root = repositoryRoot(),
): () => void {
  const name = [script, ...(args.length > 0 ? ['--', ...args] : [])].join(' ');
  const commit = committed(root);
  return () => {
    // A run with other arguments may prove less. A failed program has set the exit code.
    const green = listProofs(root).some(({ proof }) => proof === name) && !process.exitCode;
    if (!green || commit === null || commit !== committed(root)) return;
    const greens = { ...readGreens(root), [name]: { commit, date: new Date().toISOString().slice(0, 10) } };
    writeFileSync(path.join(root, FILE), `${JSON.stringify(greens, null, 2)}\n`);
  };
}

/** A line for each proof that should run again, or whose state is unknown in this clone. */
export function proofNotes(root = repositoryRoot()): string[] {
  const greens = readGreens(root);
  return listProofs(root).flatMap(({ proof, covers }) => {
    const { commit } = greens[proof] ?? {};
    if (commit === undefined) return `${proof} has no green run on record: run it`;
    const last = `${proof} was last green at ${commit.slice(0, 7)}`;
    const changed = git(root, 'diff', '--name-only', commit, '--', ...covers.split(' '));
    if (changed === null) return `${last}; this clone lacks that commit and cannot tell what has changed`;
    if (changed === '') return [];
    return `${last}; ${String(changed.split('\n').length - 1)} files that it covers have changed since: run it`;
  });
}

const readGreens = (root: string) => JSON.parse(readFileSync(path.join(root, FILE), 'utf8')) as Greens;

/** The commit of a clean tree; null if the tree has changes or no history. */
const committed = (root: string) =>
  git(root, 'status', '--porcelain', '--', '.', `:!${FILE}`) === ''
    ? git(root, 'log', '-1', '--format=format:%H')
    : null;

/** The output of git, or null when it fails. */
function git(cwd: string, ...args: readonly string[]): string | null {
  try {
    return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return null;
  }
}
