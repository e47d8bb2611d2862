import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { codeOf, repositoryRoot } from '@vidlunnia/settings/machine';
import { workspacesOf } from '../build/sources';

/** How long a pass counts: some influences are invisible here, such as the system's fonts. */
const VALID_MS = 86_400_000;
/** Variables of a terminal or of one npm call, which influence no check. */
const OF_SESSION = /^(?:npm_\w+|_|SHLVL|OLDPWD|TERM\w*|WINDOWID|SSH_\w+|XDG_SESSION_\w+)$/;
/** Folders without sources. */
const LEFT_OUT = /^(?:\..*|dist)$/;

/** Checks that passed on this machine, so that they need not run again. */
export interface PassedChecks {
  /**
   * Whether a check passed here within a day, with the same files in the repository, installed packages, environment and
   * `facts`.
   */
  has(check: string, facts?: unknown): boolean;
  /** Records that a check passed, unless a file has changed since the checks began, even if it was restored. */
  add(check: string, facts?: unknown): void;
}

/** Reads the repository before the checks. The records are in the remote's `dist/.passed`. */
export function passedChecks(directory: string): PassedChecks {
  const folder = path.join(directory, 'dist/.passed');
  const root = repositoryRoot(directory);
  // A package may be a link to its sources elsewhere.
  const linked = workspacesOf(directory).filter((workspace) =>
    path.relative(root, workspace).startsWith('..'),
  );
  const before = stateOf(root, linked);
  const fileOf = (check: string, facts: unknown) => {
    const inputs = JSON.stringify([before.contents, machine(root), check, facts]);
    return path.join(folder, createHash('sha256').update(inputs).digest('hex'));
  };
  return {
    has: (check, facts) => {
      const passed = statSync(fileOf(check, facts), { throwIfNoEntry: false });
      return passed !== undefined && Math.abs(Date.now() - passed.mtimeMs) < VALID_MS;
    },
    add: (check, facts) => {
      const now = stateOf(root, linked);
      if (now.contents !== before.contents || now.changedAt !== before.changedAt) return;
      mkdirSync(folder, { recursive: true });
      writeFileSync(fileOf(check, facts), '');
    },
  };
}

/** What else a check depends on. The folder and the machine's name: a copy elsewhere has no records. */
function machine(root: string): readonly unknown[] {
  const environment = Object.entries(process.env).filter(([name]) => !OF_SESSION.test(name));
  const { CHROMIUM_PATH } = process.env;
  // Other browsers are installed by npm.
  const browser = CHROMIUM_PATH && statSync(CHROMIUM_PATH, { throwIfNoEntry: false })?.mtimeMs;
  return [hostname(), root, process.version, process.arch, environment.sort(), browser];
}

/** Hash of all files in folders and of npm's lists of installed packages, and the time of the last change of a file. */
function stateOf(root: string, linked: readonly string[]) {
  const hash = createHash('sha256');
  let changedAt = 0;
  const addFile = (file: string) => {
    const bytes = attempt(() => readFileSync(file));
    hash.update(`${path.relative(root, file)}\0${String(bytes.length)}\0`).update(bytes);
  };
  const addFolder = (folder: string) => {
    const entries = attempt(() => readdirSync(folder, { withFileTypes: true }));
    if (typeof entries === 'string') return;
    for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      const file = path.join(folder, entry.name);
      const installed = path.join(file, '.package-lock.json');
      if (!entry.isDirectory()) {
        addFile(file);
        changedAt = Math.max(changedAt, lstatSync(file, { throwIfNoEntry: false })?.ctimeMs ?? 0);
      } else if (entry.name !== 'node_modules') {
        if (!LEFT_OUT.test(entry.name)) addFolder(file);
      } else if (existsSync(installed)) addFile(installed);
    }
  };
  for (const folder of [root, ...linked]) addFolder(folder);
  return { contents: hash.digest('hex'), changedAt };
}

/** What `read` returns, else the error's code: the checks cannot read it either. A link to a folder never equals itself. */
function attempt<Result>(read: () => Result): Result | string {
  try {
    return read();
  } catch (error) {
    const code = codeOf(error) ?? '';
    return code === 'EISDIR' ? randomUUID() : code;
  }
}
