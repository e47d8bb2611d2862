import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The versions of live content in a folder: one subfolder each, named by a hash of its files, and the pointer `current`,
 * which lists them, the live one first. A reader sees all of a version or nothing of it.
 */

const POINTER = 'current';
/** Versions that are kept, the live one included. */
const KEPT = 10;
/** Milliseconds after which a folder that the pointer does not list is removed: a reader may still be in it. */
const UNLISTED_FOR = 3_600_000;

export interface ContentVersion {
  readonly name: string;
  /** A remote's release that has the rest of this content, if the publisher named one. */
  readonly release: string | undefined;
}

/** The published versions, the live one first; none when the folder has no pointer. */
export async function versionsIn(folder: string): Promise<ContentVersion[]> {
  const text = await readFile(path.join(folder, POINTER), 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const [name = '', release] = line.split(' ');
    return { name, release };
  });
}

/**
 * Copies files and folders into a new version, by their places in it, and makes it live. Resolves to its name: the same
 * files have the same.
 */
export async function publishContent(
  folder: string,
  sources: Readonly<Record<string, string>>,
  release?: string,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const next = await mkdtemp(path.join(folder, '.next-'));
  try {
    for (const [place, source] of Object.entries(sources))
      await cp(source, path.join(next, place), { recursive: true, filter: isContent });
    const name = await hashOf(next);
    await rename(next, path.join(folder, name)).catch((error: unknown) => {
      // It was published before.
      if (!['EEXIST', 'ENOTEMPTY', 'EPERM'].includes(String((error as NodeJS.ErrnoException).code)))
        throw error;
    });
    const earlier = (await versionsIn(folder)).filter((version) => version.name !== name);
    await pointAt(folder, [{ name, release }, ...earlier].slice(0, KEPT));
    return name;
  } finally {
    await rm(next, { recursive: true, force: true });
  }
}

/** Makes the version before the live one live again; the live one is forgotten. */
export async function takeBack(folder: string): Promise<void> {
  const [, ...earlier] = await versionsIn(folder);
  await pointAt(folder, earlier);
}

/** In one step. Then removes folders that are not listed. */
async function pointAt(folder: string, versions: readonly ContentVersion[]): Promise<void> {
  const lines = versions.map(({ name, release = '' }) => `${name} ${release}`.trim());
  const next = path.join(folder, `.${POINTER}-${String(process.pid)}`);
  await writeFile(next, `${lines.join('\n')}\n`, { flush: true });
  await rename(next, path.join(folder, POINTER));
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() || versions.some(({ name }) => name === entry.name)) continue;
    const unlisted = path.join(folder, entry.name);
    if (Date.now() - (await stat(unlisted)).ctimeMs > UNLISTED_FOR)
      await rm(unlisted, { recursive: true, force: true });
  }
}

/** Not files of editors and systems, such as `.DS_Store`. */
const isContent = (source: string) => !path.basename(source).startsWith('.');

async function hashOf(folder: string): Promise<string> {
  const hash = createHash('sha256');
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map(({ parentPath, name }) => path.join(parentPath, name)).sort();
  for (const file of paths) {
    const content = await readFile(file);
    hash.update(`${path.relative(folder, file)}\0${String(content.length)}\0`).update(content);
  }
  return hash.digest('hex').slice(0, 12);
}
