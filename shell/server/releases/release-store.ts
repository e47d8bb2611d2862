import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { REMOTE_NAME } from '@vidlunnia/contracts/names';
import { ORIGIN_FILES } from '@vidlunnia/contracts/release';

/** Folder of copies that are not verified yet: never served. */
const INCOMING = '.incoming';

/** Versions by remote. */
type Releases = Readonly<Record<string, { readonly version: string }>>;

/** Verified local copies of releases: visitors and render workers are served from here, never from a team's origin. */
export interface ReleaseStore {
  readonly root: string;
  /** Directory of a release in the store. */
  directory(name: string, version: string): string;
  has(name: string, version: string): boolean;
  /** Versions of a remote that are in the store, the one that came last first. */
  versions(name: string): Promise<string[]>;
  /** Makes a directory for a copy that is still to be verified. */
  makeRoom(): Promise<string>;
  /** Moves a verified copy in; one that the store has already stays as it is. */
  keep(name: string, version: string, copy: string): Promise<void>;
  discard(directory: string): Promise<void>;
  /** Notes that releases are in use at this moment. */
  touch(releases: Releases): Promise<void>;
  /** Removes what has not been in use for `age` milliseconds. Resolves to what it removed: `<remote>/<version>`. */
  sweep(age: number): Promise<string[]>;
}

/** Opens the store in a folder; copies that an interrupted process left half done are removed. */
export async function openReleaseStore(root: string, now: () => number = Date.now): Promise<ReleaseStore> {
  const incoming = path.join(root, INCOMING);
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true });

  const directory = (name: string, version: string) => path.join(root, name, version);
  const has = (name: string, version: string) =>
    existsSync(path.join(directory(name, version), ORIGIN_FILES.manifest));
  const discard = (unwanted: string) => rm(unwanted, { recursive: true, force: true });

  return {
    root,
    directory,
    has,
    versions: async (name) => {
      const versions = await readdir(path.join(root, name)).catch(() => []);
      const found = versions
        .filter((version) => has(name, version))
        .map(async (version) => {
          // Not the directory's own time, which says when a release was in use last.
          const manifest = path.join(directory(name, version), ORIGIN_FILES.manifest);
          return {
            version,
            time: await stat(manifest).then(
              ({ mtimeMs }) => mtimeMs,
              () => 0,
            ),
          };
        });
      const sorted = (await Promise.all(found)).sort((one, other) => other.time - one.time);
      return sorted.map(({ version }) => version);
    },
    discard,
    makeRoom: async () => {
      const copy = path.join(incoming, randomUUID());
      await mkdir(copy, { recursive: true });
      return copy;
    },
    keep: async (name, version, copy) => {
      const target = directory(name, version);
      if (copy === target) return;
      await mkdir(path.dirname(target), { recursive: true });
      await rename(copy, target).catch(async (error: unknown) => {
        if (!has(name, version)) throw error;
        await discard(copy);
      });
    },
    touch: async (releases) => {
      const seconds = now() / 1000;
      const touched = Object.entries(releases).map(([name, { version }]) =>
        utimes(path.join(root, name, version), seconds, seconds),
      );
      // One that is missing is fetched again on demand.
      await Promise.allSettled(touched);
    },
    sweep: async (age) => {
      const old = await releasesUnusedSince(root, now() - age);
      await Promise.all(old.map((release) => discard(path.join(root, release))));
      return old;
    },
  };
}

async function releasesUnusedSince(root: string, time: number): Promise<string[]> {
  const remotes = (await readdir(root)).filter((name) => REMOTE_NAME.test(name));
  const found = await Promise.all(
    remotes.map(async (remote) => {
      const versions = await readdir(path.join(root, remote));
      const times = await Promise.all(
        versions.map(async (version) => (await stat(path.join(root, remote, version))).mtimeMs),
      );
      return versions
        .filter((_, index) => (times[index] ?? time) < time)
        .map((version) => `${remote}/${version}`);
    }),
  );
  return found.flat();
}
