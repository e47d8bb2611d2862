import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir, rename, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { Type, type Static } from '@sinclair/typebox';
import { parseChecked } from '@vidlunnia/settings/checked';
import {
  ORIGIN_FILES,
  PromotedReleaseSchema,
  RejectionSchema,
  type PromotedRelease,
  type ReleaseManifest,
} from '@vidlunnia/releases/release';
import type { Log } from '@vidlunnia/operating';
import { createMutex } from '@vidlunnia/operating/single-flight';
import { folderStore, UNFINISHED } from '@vidlunnia/releases/folder-store';
import { REMOTE_NAME } from '@vidlunnia/settings/topology';
import type { ObjectStore } from '@vidlunnia/releases/versioned-store';
import { messageOf } from '@vidlunnia/settings/machine';

/** Releases of a remote whose history and files are kept. */
const MAX_HISTORY = 6;
const VERSION = /^[0-9a-f]{12}$/;
const HISTORY = 'history.json';
const HistorySchema = Type.Array(PromotedReleaseSchema);
const LEDGER = 'ledger.json';
const LedgerSchema = Type.Object({
  /** Time of the newest pointer. */
  pointerAt: Type.Optional(Type.String()),
  /** When its rollout began at this host. */
  since: Type.Optional(Type.String()),
  /** Newest first. */
  withdrawn: Type.Array(RejectionSchema),
});

type Promoted = readonly PromotedRelease[];
type Ledger = Static<typeof LedgerSchema>;

type Sources = Pick<ReleaseManifest, 'version' | 'commit' | 'provenance'>;

/** The version and the sources of a release. */
export const sourcesOf = ({ version, commit, provenance }: Sources) => ({
  version,
  commit,
  ...(provenance && { provenance }),
});

/**
 * Verified local copies of releases, and what a host must know of each remote after a restart: one folder per remote,
 * which no other process changes. Visitors and render workers read from here, never from a team's origin. No damaged
 * file stops it: a record that cannot be read is set aside, and a copy is downloaded again.
 */
export class ReleaseStore {
  /** Oldest first. */
  readonly #promoted = new Map<string, Promoted>();
  readonly #ledgers = new Map<string, Ledger>();
  readonly #runExclusive = createMutex();

  private constructor(
    readonly root: string,
    private readonly log: Log,
  ) {}

  static async open(root: string, log: Log): Promise<ReleaseStore> {
    await mkdir(root, { recursive: true });
    const store = new ReleaseStore(root, log);
    for (const name of await store.remotes()) {
      await rm(path.join(root, name, UNFINISHED), { recursive: true, force: true });
      const promoted = await store.#read(name, HISTORY, (json) => parseChecked(HistorySchema, json, HISTORY));
      store.#promoted.set(name, promoted ?? []);
      const ledger = await store.#read(name, LEDGER, (json) => parseChecked(LedgerSchema, json, LEDGER));
      if (ledger) store.#ledgers.set(name, ledger);
    }
    return store;
  }

  async #read<Value>(name: string, record: string, parse: (json: Buffer) => Value): Promise<Value | null> {
    try {
      const bytes = await this.files(name).read(record);
      return bytes && parse(bytes);
    } catch (error) {
      const file = path.join(this.root, name, record);
      const aside = `${file}.damaged`;
      const remedy = await rename(file, aside).then(
        () => `the file is now ${aside}`,
        () => `repair ${file}`,
      );
      this.log.warn(`The ${record} of ${name} is lost: ${messageOf(error)}; ${remedy}`);
      return null;
    }
  }

  /** If the disk fails, only this process knows, until the record's next change. */
  async #write(name: string, record: string, current: () => unknown): Promise<void> {
    const write = () => this.files(name).write(record, Buffer.from(JSON.stringify(current(), null, 2)));
    await this.#runExclusive(write).catch((error: unknown) => {
      this.log.warn(`The ${record} of ${name} is not written: ${messageOf(error)}`);
    });
  }

  /** The last pointer and the withdrawn versions of a remote. */
  ledger(name: string): Ledger {
    return this.#ledgers.get(name) ?? { withdrawn: [] };
  }

  /** Changes the ledger at once, then on the disk. */
  async note(name: string, changes: Partial<Ledger>): Promise<void> {
    this.#ledgers.set(name, { ...this.ledger(name), ...changes });
    await this.#write(name, LEDGER, () => this.ledger(name));
  }

  /** Names of the remotes that have copies. */
  async remotes(): Promise<string[]> {
    return (await readdir(this.root)).filter((name) => REMOTE_NAME.test(name));
  }

  /** The files of a remote's releases: `<version>/<file>`. */
  files(name: string): Pick<ObjectStore, 'read' | 'write'> {
    return folderStore(path.join(this.root, name));
  }

  /** Directory of a release in the store. */
  directory(name: string, version: string): string {
    return path.join(this.root, name, version);
  }

  /** Whether a complete copy exists. The signature decides, because it is written last. */
  has(name: string, version: string): boolean {
    return existsSync(path.join(this.directory(name, version), ORIGIN_FILES.signature));
  }

  /** Removes a copy, complete or not; its signature first, so that no part counts as a copy. */
  async remove(name: string, version: string): Promise<void> {
    for (const part of [ORIGIN_FILES.signature, ''])
      await rm(path.join(this.directory(name, version), part), { recursive: true, force: true });
  }

  /** Marks a copy as used now, so that it is swept later. */
  async use(name: string, version: string): Promise<void> {
    const now = new Date(Date.now());
    // A missing copy needs no mark; one that is swept too early is downloaded again.
    await utimes(this.directory(name, version), now, now).catch(() => undefined);
  }

  /** The releases of a remote that were live, newest first. */
  promoted(name: string): Promoted {
    return [...(this.#promoted.get(name) ?? [])].reverse();
  }

  /** The versions in the store: first those that were live, then others; each the newest first. */
  async versions(name: string): Promise<readonly { readonly version: string }[]> {
    const others = await this.#unrecorded(name);
    return [...this.promoted(name), ...others.sort((one, other) => other.usedAt - one.usedAt)];
  }

  /** Copies, complete or not, that the history does not name. `usedAt` is in milliseconds since 1970. */
  async #unrecorded(name: string) {
    const versions = (await readdir(path.join(this.root, name)).catch(() => [])).filter(
      (version) => VERSION.test(version) && this.promoted(name).every((each) => each.version !== version),
    );
    return versions.map((version) => ({
      version,
      usedAt: statSync(this.directory(name, version), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    }));
  }

  /** Records that a release is live. A rollback removes the later releases, so that none becomes a fallback. */
  async promote(release: Sources & Pick<ReleaseManifest, 'name'>): Promise<void> {
    const { name, version } = release;
    // Later than every other time, because a live set rolls back in this order.
    const times = [...this.#promoted.values()].map(
      (promoted) => Date.parse(promoted.at(-1)?.since ?? '') + 1,
    );
    const since = new Date(Math.max(Date.now(), ...times.filter(Number.isFinite))).toISOString();
    const history = this.#promoted.get(name) ?? [];
    const known = history.findIndex((each) => each.version === version);
    const next = known < 0 ? [...history, { ...sourcesOf(release), since }] : history.slice(0, known + 1);
    await this.#record(name, next);
  }

  /** Records that a remote is no longer live, so its copies are swept like replaced releases. */
  retire(name: string): Promise<void> {
    return this.#record(name, []);
  }

  async #record(name: string, next: Promoted): Promise<void> {
    const before = this.#promoted.get(name) ?? [];
    if (next.length === before.length) return;
    this.#promoted.set(name, next);
    for (const { version } of before.filter((each) => !next.includes(each))) await this.use(name, version);
    await this.#write(name, HISTORY, () => this.#promoted.get(name) ?? []);
  }

  /**
   * Removes copies unused for `ageMs`, except the last releases that were live. Resolves to the removed copies:
   * `<remote>/<version>`. Rejects when the disk fails.
   */
  async sweep(ageMs: number): Promise<string[]> {
    const removed: string[] = [];
    for (const name of await this.remotes()) {
      await this.#record(name, (this.#promoted.get(name) ?? []).slice(-MAX_HISTORY));
      for (const { version, usedAt } of await this.#unrecorded(name)) {
        if (Date.now() - usedAt < ageMs) continue;
        await this.remove(name, version);
        removed.push(`${name}/${version}`);
      }
    }
    return removed;
  }
}
