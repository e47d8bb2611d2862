import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { Type } from '@sinclair/typebox';
import {
  REMOTE_NAME,
  ORIGIN_FILES,
  PromotedReleaseSchema,
  type PromotedRelease,
} from '@vidlunnia/contracts/release';
import type { Log } from '@vidlunnia/operating';
import { folderStore, type Lock } from '@vidlunnia/releases/folder-store';
import { HISTORY, parserOf, versionedStore, type VersionedStore } from '@vidlunnia/releases/versioned-store';
import type { VerifiedRelease } from './verify';

/** Releases of a remote whose history and files are kept. */
const MAX_HISTORY = 6;
const VERSION = /^[0-9a-f]{12}$/;

type Promoted = readonly PromotedRelease[];
type Recorded = Pick<VerifiedRelease, 'name' | 'version' | 'commit' | 'provenance'>;

/** A mutex: the returned function runs tasks one at a time, in order. */
export function createMutex(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}

/** Opens the store in a folder. A damaged history is logged and counts as empty, because copies still exist. */
export async function openReleaseStore(root: string, log: Log): Promise<ReleaseStore> {
  await mkdir(root, { recursive: true });
  const store = new ReleaseStore(root);
  for (const name of await store.remotes()) await store.open(name, log);
  return store;
}

/**
 * Verified local copies of releases, and which of them were live: one versioned store per remote, which no other
 * process changes. Visitors and render workers read from here, never from a team's origin.
 */
export class ReleaseStore {
  readonly #stores = new Map<string, VersionedStore<PromotedRelease>>();
  readonly #promoted = new Map<string, Promoted>();

  constructor(readonly root: string) {}

  /** The copies of a remote's releases. */
  of(name: string): VersionedStore<PromotedRelease> {
    const known = this.#stores.get(name);
    if (known) return known;
    const runExclusive = createMutex();
    const lock: Lock = (_, work) => runExclusive(work);
    const folder = folderStore(path.join(this.root, name), lock);
    const store = versionedStore<PromotedRelease>(folder, parserOf(Type.Array(PromotedReleaseSchema)));
    this.#stores.set(name, store);
    return store;
  }

  /** Names of the remotes that have copies. */
  async remotes(): Promise<string[]> {
    return (await readdir(this.root)).filter((name) => REMOTE_NAME.test(name));
  }

  /** Reads a remote's history. Records unnamed copies too, so they can be reused or swept. */
  async open(name: string, log: Log): Promise<void> {
    const store = this.of(name);
    try {
      this.#promoted.set(name, await store.history());
    } catch (error) {
      log.warn(`It is not known which releases of ${name} were live: ${String(error)}`);
      await store.objects.remove(HISTORY);
    }
    const named = [...this.promoted(name), ...(await store.notes())].map(({ version }) => version);
    const found = (await readdir(path.join(this.root, name))).filter(
      (version) => VERSION.test(version) && !named.includes(version) && this.has(name, version),
    );
    const storedAt = (version: string) => statSync(this.#signatureFile(name, version)).mtimeMs;
    if (found.length > 0) await store.note(found.sort((one, other) => storedAt(one) - storedAt(other)));
  }

  /** Directory of a release in the store. */
  directory(name: string, version: string): string {
    return path.join(this.root, name, version);
  }

  #signatureFile(name: string, version: string): string {
    return path.join(this.directory(name, version), ORIGIN_FILES.signature);
  }

  /** Whether a complete copy exists. The signature decides, because it is written last. */
  has(name: string, version: string): boolean {
    return existsSync(this.#signatureFile(name, version));
  }

  /** The releases of a remote that were live, newest first. */
  promoted(name: string): Promoted {
    return [...(this.#promoted.get(name) ?? [])].reverse();
  }

  /** The versions that may be in the store: first those that were live, then others, newest first. */
  async versions(name: string): Promise<readonly { readonly version: string }[]> {
    return [...this.promoted(name), ...(await this.of(name).notes()).reverse()];
  }

  /**
   * Records that a release is live. A rollback removes the later releases, so that none becomes a fallback. Rejects
   * when the disk fails.
   */
  async promote({ name, commit, provenance, version }: Recorded): Promise<void> {
    // Later than every other time, because a live set rolls back in this order.
    const times = [...this.#promoted.values()].map(
      (promoted) => Date.parse(promoted.at(-1)?.since ?? '') + 1,
    );
    const since = new Date(Math.max(Date.now(), ...times.filter(Number.isFinite))).toISOString();
    await this.#change(name, (history) => {
      const known = history.findIndex((each) => each.version === version);
      return known < 0
        ? [...history, { version, commit, ...(provenance && { provenance }), since }]
        : history.slice(0, known + 1);
    });
  }

  /** Records that a remote is no longer live, so its copies are swept like replaced releases. */
  withdraw(name: string): Promise<void> {
    return this.#change(name, () => []);
  }

  async #change(name: string, next: (history: Promoted) => Promoted): Promise<void> {
    const before = this.#promoted.get(name) ?? [];
    const after = next(before);
    // A full disk must not stop a shell from starting with its releases.
    if (after.length === before.length) return;
    await this.of(name).change(next);
    this.#promoted.set(name, after);
  }

  /**
   * Removes copies unused for `ageMs`, except the last releases that were live. Resolves to the removed copies:
   * `<remote>/<version>`.
   */
  async sweep(ageMs: number): Promise<string[]> {
    const removed: string[] = [];
    for (const name of await this.remotes()) {
      const store = this.of(name);
      const gone = await store.prune({ kept: MAX_HISTORY, graceMs: ageMs });
      this.#promoted.set(name, await store.history());
      removed.push(...gone.map((version) => `${name}/${version}`));
    }
    return removed;
  }
}
