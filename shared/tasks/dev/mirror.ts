import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
  type FSWatcher,
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
  const look = () => {
    const { names, ...now } = poll(from, to, known);
    known = now.known;
    folders.follow(known);
    if (names.length === 0) return;
    beforeTold(names);
    appendFileSync(path.join(to, '.changes'), names.map((name) => `${name}\n`).join(''));
    process.stdout.write(`Changed: ${names.join(', ')}\n`);
  };
  const folders = watchFolders(from, look);
  folders.follow(known);
  const timer = setInterval(look, interval);
  return () => {
    clearInterval(timer);
    folders.end();
  };
}

/** Milliseconds that an editor has to write a file whole. */
const SETTLED = 10;

/** Calls `onChange` soon after the system tells of a change; where it does not, somebody has to look by himself. */
function watchFolders(root: string, onChange: () => void) {
  const watchers = new Map<string, FSWatcher>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, SETTLED);
  };
  const close = (folder: string) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const begin = (folder: string) => {
    try {
      const watcher = watch(path.join(root, folder), soon);
      watcher.on('error', () => {
        close(folder);
      });
      watchers.set(folder, watcher);
    } catch {
      // It is gone, or the system watches no more of them.
    }
  };
  return {
    /** Watches the folders of these files, and no others. */
    follow(files: Facts): void {
      const folders = new Set([...files.keys()].map((name) => path.posix.dirname(name)));
      for (const folder of watchers.keys()) if (!folders.has(folder)) close(folder);
      for (const folder of folders) if (!watchers.has(folder)) begin(folder);
    },
    end(): void {
      clearTimeout(timer);
      for (const folder of [...watchers.keys()]) close(folder);
    },
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
