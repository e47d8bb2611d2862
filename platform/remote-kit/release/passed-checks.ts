import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { filesBelow, workspacesOf } from '../build/sources';

/** How long a pass counts: some influences are invisible here, such as the system's fonts. */
const VALID_MS = 86_400_000;
/** Variables of a terminal or of one npm call, which influence no check. */
const OF_SESSION = /^(?:npm_\w+|_|SHLVL|OLDPWD|TERM\w*|WINDOWID|SSH_\w+|XDG_SESSION_\w+)$/;
/** Folders without sources. */
const OUTPUT = /(?:^|\/)(?:node_modules|dist|\.[^/]*)\/$/;
/** npm's lists of installed packages, with the browser's. */
const INSTALLED = ['node_modules/.package-lock.json', 'tools/node_modules/.package-lock.json'];

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
  const before = stateOf(directory);
  const fileOf = (check: string, facts: unknown) => {
    const inputs = JSON.stringify([before.contents, machine(directory), check, facts]);
    return path.join(directory, 'dist/.passed', createHash('sha256').update(inputs).digest('hex'));
  };
  return {
    has: (check, facts) => {
      const passed = statSync(fileOf(check, facts), { throwIfNoEntry: false });
      return passed !== undefined && Math.abs(Date.now() - passed.mtimeMs) < VALID_MS;
    },
    add: (check, facts) => {
      const now = stateOf(directory);
      if (now.contents !== before.contents || now.changedAt !== before.changedAt) return;
      const file = fileOf(check, facts);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, '');
    },
  };
}

/** What a check depends on besides files. It has the names of machine and folder, so a copied checkout reuses no record. */
function machine(directory: string): readonly unknown[] {
  const environment = Object.entries(process.env).filter(([name]) => !OF_SESSION.test(name));
  const { CHROMIUM_PATH } = process.env;
  // Other browsers are installed by npm.
  const browser = CHROMIUM_PATH && statSync(CHROMIUM_PATH, { throwIfNoEntry: false })?.mtimeMs;
  return [hostname(), directory, process.version, process.arch, environment.sort(), browser];
}

/**
 * Hash of the repository's files and installed packages, and the time of the last change of a file. A file that cannot be
 * read, or a link to a folder, makes a random hash, so that no record matches.
 */
function stateOf(directory: string): { readonly contents: string; readonly changedAt: number } {
  const root = repositoryRoot(directory);
  const hash = createHash('sha256');
  let changedAt = 0;
  try {
    // A workspace may be a link to its sources elsewhere.
    const places = [
      '.',
      ...workspacesOf(directory).map((folder) => path.relative(root, folder)),
      ...INSTALLED,
    ];
    for (const file of new Set(places.flatMap((place) => filesBelow(root, place, OUTPUT)).sort())) {
      const bytes = readFileSync(path.join(root, file));
      hash.update(`${file}\0${String(bytes.length)}\0`).update(bytes);
      if (!INSTALLED.includes(file)) changedAt = Math.max(changedAt, statSync(path.join(root, file)).ctimeMs);
    }
  } catch {
    hash.update(randomUUID());
  }
  return { contents: hash.digest('hex'), changedAt };
}
