import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { repositoryRoot } from '../environment/repository';
import { codeOf } from '../process/errors';

/** What decides about types and tests of a package besides its own folder: what it imports, and by what it is checked. */
const COMMON = ['shared', 'package.json', 'package-lock.json', 'tsconfig.base.json', 'jest.config.mjs'];
/** npm's own record of what is installed. */
const INSTALLED = 'node_modules/.package-lock.json';
/** In place of a hash. */
const REMOVED = 'none';

/** Remembers that a check of a package held. */
export interface PassedCheck {
  /** Whether it held for the files as they are now. */
  isKnown(): Promise<boolean>;
  /**
   * After `isKnown`: modules below the package's `src`, when since it held last nothing but what stands in these has
   * changed; `null` when anything else has, or nothing is known.
   */
  changedModules(): readonly string[] | null;
  /** It held; nothing is remembered when a file was changed since `isKnown`. */
  remember(): Promise<void>;
}

/**
 * A check whose outcome follows from the files of a package, those of `shared`, the installed packages and Node's
 * version. What git ignores counts for nothing; without git nothing is remembered. The memory is in `.cache/checks`.
 */
export function passedCheck(folder: string, title: string, root = repositoryRoot): PassedCheck {
  const record = path.join(root, '.cache/checks', `${folder}-${title}.json`);
  let asked: Inputs | null = null;
  let held: Inputs | null = null;
  return {
    isKnown: async () => {
      asked = await inputsOf(folder, root);
      held = await readFile(record, 'utf8').then(inputsIn, () => null);
      return asked !== null && isDeepStrictEqual(asked, held);
    },
    changedModules: () => asked && held && modulesOnly(changesBetween(held, asked), folder, held, asked),
    remember: async () => {
      if (asked === null || !isDeepStrictEqual(asked, await inputsOf(folder, root))) return;
      await mkdir(path.dirname(record), { recursive: true });
      await writeFile(record, JSON.stringify(asked));
    },
  };
}

/** Hashes by file, and Node's version. */
type Inputs = Readonly<Record<string, string>>;

function inputsIn(text: string): Inputs | null {
  try {
    return JSON.parse(text) as Inputs;
  } catch {
    // Half written.
    return null;
  }
}

const changesBetween = (one: Inputs, other: Inputs): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((file) => one[file] !== other[file]);

/** Modules that came or went change what the names in others lead to. */
const modulesOnly = (changes: readonly string[], folder: string, held: Inputs, asked: Inputs) =>
  changes.every(
    (file) =>
      file.startsWith(`${folder}/src/`) &&
      /\.tsx?$/.test(file) &&
      isThere(held, file) &&
      isThere(asked, file),
  )
    ? changes
    : null;

const isThere = (inputs: Inputs, file: string) => (inputs[file] ?? REMOVED) !== REMOVED;

/** All that a check depends on; `null` where git does not know. */
async function inputsOf(folder: string, root: string): Promise<Inputs | null> {
  const { status, stdout } = spawnSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', folder, ...COMMON],
    { cwd: root, encoding: 'utf8', timeout: 5_000, maxBuffer: 64 * 1024 * 1024 },
  );
  const listed = stdout.split('\0').filter(Boolean);
  // A copy in a folder that a repository ignores has nothing that git would list.
  if (status !== 0 || listed.length === 0) return null;
  const files = [...new Set([...listed, INSTALLED])].sort();
  const hashes = files.map(async (file) => {
    const content = await readFile(path.join(root, file)).catch((error: unknown) => {
      // Removed, but not committed yet.
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    });
    return [file, content ? createHash('sha256').update(content).digest('base64url') : REMOVED] as const;
  });
  return { node: process.version, ...Object.fromEntries(await Promise.all(hashes)) };
}
