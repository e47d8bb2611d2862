import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../environment/folder';
import { codeOf, messageOf } from '../process/errors';
import { storeTarget, type ObjectStore, type ReleaseTarget } from './release-target';

/** Milliseconds after which the lock of a process that was killed is taken over. It is held for one write. */
const STALE = 5_000;
/** Milliseconds after which a file that is half written belongs to nobody any more. */
const ABANDONED = 3_600_000;

/** A folder as a target. Its lock and unfinished files begin with a dot, which an origin does not serve. */
export const directoryTarget = (root: string): ReleaseTarget => storeTarget(root, folderStore(root));

/** Files of a folder. Its tags are hashes of what the files hold. */
function folderStore(root: string): ObjectStore {
  const unfinished = path.join(root, '.unfinished');
  const get = (name: string) =>
    readFile(path.join(root, name)).then(
      (bytes) => ({ bytes, tag: createHash('sha256').update(bytes).digest('hex') }),
      (error: unknown) => {
        if (codeOf(error) === 'ENOENT') return null;
        throw error;
      },
    );
  const write = async (name: string, bytes: Uint8Array, mayReplace: () => Promise<boolean>) => {
    const file = path.join(root, name);
    const next = path.join(unfinished, randomUUID());
    await mkdir(path.dirname(file), { recursive: true });
    await mkdir(unfinished, { recursive: true });
    await writeFile(next, bytes, { flush: true });
    const replaces = await mayReplace();
    await (replaces ? rename(next, file) : rm(next));
    return replaces;
  };
  const writeIf = (name: string, bytes: Uint8Array, tag: string | null) =>
    locked(root, async (isHeld) => {
      await removeAbandoned(unfinished);
      return write(name, bytes, async () => ((await get(name))?.tag ?? null) === tag && (await isHeld()));
    });
  return {
    get,
    put: (name, bytes, condition) =>
      (condition
        ? writeIf(name, bytes, condition.tag)
        : write(name, bytes, () => Promise.resolve(true))
      ).catch((error: unknown) => {
        throw new Error(`Nothing can be written to ${root}: ${messageOf(error)}`, { cause: error });
      }),
    remove: async (name) => {
      const file = path.join(root, name);
      await rm(file, { force: true });
      await removeEmptyFolders(path.dirname(file), root);
    },
  };
}

/**
 * Does the work while nobody else does any in this folder. `isHeld` is false when it took so long that somebody may, or
 * when somebody does: of two that see the lock of a killed process, both can get it, one after the other.
 */
async function locked<Result>(
  root: string,
  work: (isHeld: () => Promise<boolean>) => Promise<Result>,
): Promise<Result> {
  await makeFolder(root);
  // It listens to signals from then on: only where something is released.
  const { lock } = await import('proper-lockfile');
  const lockfilePath = path.join(root, '.writing');
  const unlock = await lock(root, {
    ...{ lockfilePath, realpath: false, stale: STALE },
    // Together longer than a killed holder counts as alive.
    retries: { retries: 200, factor: 1, minTimeout: 50, randomize: true },
    // `isHeld` tells it too, and in time.
    onCompromised: () => undefined,
  });
  const since = performance.now();
  const made = () =>
    stat(lockfilePath).then(
      ({ ctimeMs }) => ctimeMs,
      () => null,
    );
  try {
    const ours = await made();
    return await work(async () => (await made()) === ours && performance.now() - since < STALE / 2);
  } finally {
    await unlock().catch(() => undefined);
  }
}

/** Removes what processes that were killed left half written. */
async function removeAbandoned(unfinished: string): Promise<void> {
  for (const name of await readdir(unfinished).catch(() => [])) {
    const file = path.join(unfinished, name);
    const written = await stat(file).catch(() => null);
    if (written && Date.now() - written.mtimeMs > ABANDONED) await rm(file, { force: true });
  }
}

/** Removes a folder, and those above it below `root`, as long as nothing is in them. */
async function removeEmptyFolders(folder: string, root: string): Promise<void> {
  if (path.resolve(folder) === path.resolve(root)) return;
  try {
    await rmdir(folder);
  } catch {
    return;
  }
  await removeEmptyFolders(path.dirname(folder), root);
}
