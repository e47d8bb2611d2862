import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { REMOTE_NAME } from '@vidlunnia/contracts/names';
import { ORIGIN_FILES } from '@vidlunnia/contracts/release';

/** Folder of copies that are not verified yet: never served. */
const INCOMING = '.incoming';

/** Opens the store in a folder; removes unfinished copies of an interrupted process. */
export async function openReleaseStore(root: string): Promise<ReleaseStore> {
  const incoming = path.join(root, INCOMING);
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true });
  return new ReleaseStore(root);
}

/** Verified local copies of releases: visitors and render workers read from here, never from a team's origin. */
export class ReleaseStore {
  constructor(readonly root: string) {}

  /** Directory of a release in the store. */
  directory(name: string, version: string): string {
    return path.join(this.root, name, version);
  }

  has(name: string, version: string): boolean {
    return existsSync(path.join(this.directory(name, version), ORIGIN_FILES.manifest));
  }

  /** Versions of a remote in the store, the last one stored first. */
  async versions(name: string): Promise<string[]> {
    // Not the directory's own time, which says when a release was last used.
    const timeIn = (version: string) =>
      timeOf(path.join(this.directory(name, version), ORIGIN_FILES.manifest));
    const versions = await readdir(path.join(this.root, name)).catch(() => []);
    const found = await Promise.all(
      versions.map(async (version) => ({ version, time: await timeIn(version) })),
    );
    const whole = found.filter(({ time }) => time > 0).sort((one, other) => other.time - one.time);
    return whole.map(({ version }) => version);
  }

  /** Makes a directory for a copy that has to be verified. */
  async makeRoom(): Promise<string> {
    const copy = path.join(this.root, INCOMING, randomUUID());
    await mkdir(copy, { recursive: true });
    return copy;
  }

  /** Moves a verified copy into the store, unless it has one. */
  async keep(name: string, version: string, copy: string): Promise<void> {
    const target = this.directory(name, version);
    if (copy === target) return;
    await mkdir(path.dirname(target), { recursive: true });
    await rename(copy, target).catch(async (error: unknown) => {
      if (!this.has(name, version)) throw error;
      await this.discard(copy);
    });
  }

  async discard(directory: string): Promise<void> {
    await rm(directory, { recursive: true, force: true });
  }

  /** Records that releases are in use now. */
  async touch(releases: Versions): Promise<void> {
    const seconds = Date.now() / 1000;
    const touched = Object.entries(releases).map(([name, { version }]) =>
      utimes(this.directory(name, version), seconds, seconds),
    );
    // A missing one is fetched again on demand.
    await Promise.allSettled(touched);
  }

  /**
   * Removes releases that have been unused for `age` milliseconds; those of `inUse` are in use now. Resolves to the
   * removed ones: `<remote>/<version>`.
   */
  async sweep(age: number, ...inUse: readonly Versions[]): Promise<string[]> {
    // Computed before they are touched: however long that takes, they are newer.
    const oldest = Date.now() - age;
    for (const releases of inUse) await this.touch(releases);
    const removed: string[] = [];
    for (const name of await readdir(this.root)) {
      if (!REMOTE_NAME.test(name)) continue;
      for (const version of await readdir(path.join(this.root, name))) {
        const directory = this.directory(name, version);
        if ((await timeOf(directory)) >= oldest) continue;
        await this.discard(directory);
        removed.push(`${name}/${version}`);
      }
    }
    return removed;
  }
}

/** By the remote's name. */
type Versions = Readonly<Record<string, { readonly version: string }>>;

/** Time of the last change; 0 when the file does not exist. */
const timeOf = (place: string): Promise<number> =>
  stat(place).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
