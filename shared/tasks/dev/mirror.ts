import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

// Runs before anything is installed, by Node's own stripping of types: types of our own and Node's modules alone.

/** Milliseconds between two polls. */
const INTERVAL = 200;
/** What a working tree has and its copy makes for itself. */
const OWN = new Set(['node_modules', 'dist', '.git', '.cache', '.data', 'coverage', 'results', 'secrets']);
const LOCK = 'package-lock.json';
/** There when the copy is whole and its packages are installed: the health check asks for it. */
const READY = '.mirrored';

/** When and how large files were written, by their paths. */
type Facts = ReadonlyMap<string, string>;

interface Changes {
  readonly changed: readonly string[];
  readonly gone: readonly string[];
}

/** Looks at the files below a folder. */
export function scan(root: string, folder = '', found = new Map<string, string>()): Facts {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    if (OWN.has(entry.name)) continue;
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) scan(root, name, found);
    else if (entry.isFile()) {
      const facts = statSync(path.join(root, name), { throwIfNoEntry: false });
      if (facts) found.set(name, `${String(facts.mtimeMs)} ${String(facts.size)}`);
    }
  }
  return found;
}

/** Paths that are new, changed or gone. */
export function changesBetween(before: Facts, after: Facts): Changes {
  const changed = [...after].filter(([name, facts]) => before.get(name) !== facts).map(([name]) => name);
  return { changed, gone: [...before.keys()].filter((name) => !after.has(name)) };
}

/** Brings the copy up to date. */
export function applyChanges(from: string, to: string, { changed, gone }: Changes): void {
  for (const name of changed) {
    mkdirSync(path.dirname(path.join(to, name)), { recursive: true });
    copyFileSync(path.join(from, name), path.join(to, name));
    chmodSync(path.join(to, name), 0o644);
  }
  for (const name of gone) rmSync(path.join(to, name), { force: true });
}

/**
 * Looks once more and brings the copy up to date; gives what is known now, and the paths that changed. Editors write a
 * file anew, and between our questions it may be gone: then nothing is known yet, and the next poll sees what is there.
 */
export function poll(from: string, to: string, known: Facts): { known: Facts; names: readonly string[] } {
  try {
    const now = scan(from);
    const changes = changesBetween(known, now);
    applyChanges(from, to, changes);
    return { known: now, names: [...changes.changed, ...changes.gone] };
  } catch (error) {
    process.stdout.write(`${String(error)}; looking again\n`);
    return { known, names: [] };
  }
}

/** Brings a copy up to date with the tree, whatever happened to either meanwhile; gives what is known now. */
export function beginCopy(from: string, to: string): Facts {
  mkdirSync(to, { recursive: true });
  const known = scan(from);
  // What the copy has and the tree has not was removed while nobody looked.
  const { gone } = changesBetween(scan(to), known);
  applyChanges(from, to, { changed: [...known.keys()], gone: gone.filter((name) => name.includes('/')) });
  writeFileSync(path.join(to, '.changes'), '');
  return known;
}

/** Keeps a copy up to date, and says what changed in `TO/.changes`, a path a line. Returns what ends it. */
export function followTree(
  { from, to, interval }: { readonly from: string; readonly to: string; readonly interval: number },
  begun: Facts,
  beforeTold: (names: readonly string[]) => void = () => undefined,
): () => void {
  let known = begun;
  const timer = setInterval(() => {
    const { names, ...now } = poll(from, to, known);
    known = now.known;
    if (names.length === 0) return;
    beforeTold(names);
    appendFileSync(path.join(to, '.changes'), names.map((name) => `${name}\n`).join(''));
    process.stdout.write(`Changed: ${names.join(', ')}\n`);
  }, interval);
  return () => {
    clearInterval(timer);
  };
}

/**
 * `node mirror.ts FROM TO`: keeps a copy of the working tree, so that nothing which containers build or install lands
 * among the files of whoever mounted it. It looks for changes by itself, because not every way to mount a folder tells
 * of them.
 */
function mirror(from: string, to: string): void {
  rmSync(path.join(to, READY), { force: true });
  const known = beginCopy(from, to);
  if (!install(to)) process.exit(1);
  writeFileSync(path.join(to, READY), '');
  process.stdout.write('The working tree is copied; changes follow\n');
  const end = followTree({ from, to, interval: INTERVAL }, known, (names) => {
    if (names.includes(LOCK)) install(to);
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
}

/** Installs what the lock file names, when that is not there yet; tells why, when it cannot. */
function install(to: string): boolean {
  const { status } = spawnSync(process.execPath, ['shared/tasks/run.mjs', 'install'], {
    cwd: to,
    stdio: 'inherit',
  });
  return status === 0;
}

const [, program, from, to] = process.argv;
if (program?.endsWith('mirror.ts') && from !== undefined && to !== undefined) mirror(from, to);
