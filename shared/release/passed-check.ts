import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from '../environment/repository';
import { codeOf } from '../process/errors';

/** What decides about types and tests of a package besides its own folder: what it imports, and by what it is checked. */
const COMMON = ['shared', 'package.json', 'package-lock.json', 'tsconfig.base.json', 'jest.config.mjs'];
/** npm's own record of what is installed. */
const INSTALLED = 'node_modules/.package-lock.json';

/** Remembers that a check of a package held. */
export interface PassedCheck {
  /** Whether it held for the files as they are now. */
  isKnown(): Promise<boolean>;
  /** It held; nothing is remembered when a file was changed since `isKnown`. */
  remember(): Promise<void>;
}

/**
 * A check whose outcome follows from the files of a package, those of `shared`, the installed packages and Node's
 * version. What git ignores counts for nothing; without git nothing is remembered. The memory is in `.cache/checks`.
 */
export function passedCheck(folder: string, title: string, root = repositoryRoot): PassedCheck {
  const record = path.join(root, '.cache/checks', `${folder}-${title}`);
  let asked: string | null = null;
  return {
    isKnown: async () => {
      asked = await inputsOf(folder, root);
      return asked !== null && asked === (await readFile(record, 'utf8').catch(() => ''));
    },
    remember: async () => {
      if (asked === null || asked !== (await inputsOf(folder, root))) return;
      await mkdir(path.dirname(record), { recursive: true });
      await writeFile(record, asked);
    },
  };
}

/** Hash of all that a check depends on; `null` where git does not know. */
async function inputsOf(folder: string, root: string): Promise<string | null> {
  const { status, stdout } = spawnSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', folder, ...COMMON],
    { cwd: root, encoding: 'utf8', timeout: 5_000, maxBuffer: 64 * 1024 * 1024 },
  );
  const listed = stdout.split('\0').filter(Boolean);
  // A copy in a folder that a repository ignores has nothing that git would list.
  if (status !== 0 || listed.length === 0) return null;
  const files = [...new Set([...listed, INSTALLED])].sort();
  const hash = createHash('sha256').update(process.version);
  for (const file of files) {
    hash.update(`\0${file}\0`);
    const content = await readFile(path.join(root, file)).catch((error: unknown) => {
      // Removed, but not committed yet.
      if (codeOf(error) === 'ENOENT') return 'none';
      throw error;
    });
    hash.update(content);
  }
  return hash.digest('hex');
}
