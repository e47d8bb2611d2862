import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The versions of live content in a folder: one subfolder each, named by a hash of its files, and the pointer `current`,
 * which lists them, the live one first. A reader sees all of a version or nothing of it.
 */

const POINTER = 'current';
/** Versions that are kept, the live one included. */
const KEPT = 10;
/** Milliseconds after which a folder that the pointer does not list may be removed. */
const UNLISTED_FOR = 3_600_000;

export interface ContentVersion {
  readonly name: string;
  /** The release of a remote that was live beside it when it was replaced, if the publisher named one. */
  readonly release: string | undefined;
}

/** The published versions, the live one first; none when the folder has no pointer. */
export async function versionsIn(folder: string): Promise<ContentVersion[]> {
  const text = await readFile(path.join(folder, POINTER), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const [name = '', release] = line.split(' ');
    return { name, release };
  });
}

/**
 * Copies files and folders into a version, by their places in it. Resolves to its name, which is that of its folder: the
 * same files have the same.
 */
export async function prepareContent(
  folder: string,
  sources: Readonly<Record<string, string>>,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const next = await mkdtemp(path.join(folder, '.next-'));
  try {
    for (const [place, source] of Object.entries(sources))
      await cp(source, path.join(next, place), { recursive: true, filter: isContent });
    // Other users read it, such as the API's in its container.
    await chmod(next, 0o755);
    const name = await hashOf(next);
    await rename(next, path.join(folder, name)).catch((error: unknown) => {
      // It was prepared before.
      if (!['EEXIST', 'ENOTEMPTY', 'EPERM'].includes(codeOf(error))) throw error;
    });
    return name;
  } finally {
    await rm(next, { recursive: true, force: true });
  }
}

/** Makes a prepared version live. `release` is noted with the version that it replaces. */
export async function makeLive(folder: string, name: string, release?: string): Promise<void> {
  const [replaced, ...earlier] = await versionsIn(folder);
  if (replaced?.name === name) return;
  const noted = replaced ? [{ ...replaced, release: release ?? replaced.release }] : [];
  const below = [...noted, ...earlier].filter((version) => version.name !== name);
  await pointAt(folder, [{ name, release: undefined }, ...below].slice(0, KEPT));
}

/** Prepares a version and makes it live. Resolves to its name. */
export async function publishContent(
  folder: string,
  sources: Readonly<Record<string, string>>,
): Promise<string> {
  const name = await prepareContent(folder, sources);
  await makeLive(folder, name);
  return name;
}

/** Takes the live version away: the one before it is live again. */
export async function takeBack(folder: string): Promise<void> {
  const [, ...earlier] = await versionsIn(folder);
  await pointAt(folder, earlier);
}

async function pointAt(folder: string, versions: readonly ContentVersion[]): Promise<void> {
  // Before the change: what was live is in use for a moment more.
  await sweep(folder, [...(await versionsIn(folder)), ...versions]);
  const lines = versions.map(({ name, release = '' }) => `${name} ${release}`.trim());
  const next = path.join(folder, `.${POINTER}-${String(process.pid)}`);
  await writeFile(next, `${lines.join('\n')}\n`, { flush: true });
  await rename(next, path.join(folder, POINTER));
}

/** Removes folders that are not listed, unless another publisher may be about to list them. */
async function sweep(folder: string, listed: readonly ContentVersion[]): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() || listed.some(({ name }) => name === entry.name)) continue;
    const unlisted = path.join(folder, entry.name);
    if (Date.now() - (await stat(unlisted)).ctimeMs > UNLISTED_FOR)
      await rm(unlisted, { recursive: true, force: true });
  }
}

/** Leaves out schemas, and hidden files such as `.DS_Store`. */
const isContent = (source: string) => !/^\.|\.ts$/.test(path.basename(source));

const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException).code);

async function hashOf(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const file of await filesIn(folder)) {
    const content = await readFile(path.join(folder, file));
    hash.update(`${file}\0${String(content.length)}\0`).update(content);
  }
  return hash.digest('hex').slice(0, 12);
}

/** All files below a folder, by their sorted paths in it, with slashes. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      path.relative(folder, path.join(parentPath, name)).replaceAll(path.sep, '/'),
    )
    .sort();
}
