import { Type } from '@sinclair/typebox';
import { parseChecked } from '@vidlunnia/settings/checked';
import {
  ORIGIN_FILES,
  POINTER_AHEAD_MS,
  RELEASE_LIMITS,
  VersionSchema,
  type Pointer,
  type PromotedRelease,
  type Rejection,
  type ReleaseReport,
  type ShellContract,
  type Step,
} from '@vidlunnia/releases/release';
import { HISTORY, inParallel } from '@vidlunnia/releases/versioned-store';
import { singleFlight } from '@vidlunnia/operating/single-flight';
import type { Log } from '@vidlunnia/operating';
import { messageOf } from '@vidlunnia/settings/machine';
import { LRUCache } from 'lru-cache';
import { moduleOf, remoteOf, type ReleaseSet } from '../../src/remotes/release-set';
import type { Configured } from './configuration';
import { MAX_WITHDRAWN, type Ledger } from './ledger';
import type { ReleaseStore } from './release-store';
import {
  isSystemError,
  rejectedAt,
  ReleaseRejected,
  verifyCopy,
  verifyFile,
  verifyManifest,
  readUnsignedPointer,
  verifyPointer,
  type Team,
  type VerifiedRelease,
} from './verify';
import type { Visits } from '../rollouts/visits';

const POINTER_TIMEOUT_MS = 2_000;
/** For a pointer, which has about 300 bytes. */
const POINTER_LIMIT_BYTES = 1_024;
/** For one file of a release. */
const FILE_TIMEOUT_MS = 10_000;
/** For a signature, which has 88 bytes. */
const SIGNATURE_LIMIT_BYTES = 1_024;
/** Parallel downloads of one release, because a distant origin takes long for each file. */
const FILES_AT_ONCE = 8;
/** For a history, whose entries have about half a kilobyte. Their number has no limit. */
const HISTORY_LIMIT_BYTES = 1_024 * 1_024;
/** How long requests share a team's history. Another replica takes longer to make a new release live. */
const HISTORY_SHARED_MS = 500;
/** Rollouts at a time, each with a render worker. */
export const MAX_ROLLOUTS = 4;

/** Versions of a remote whose rejections are remembered. */
const MAX_REMEMBERED = 10;
/** Pause before a version is retried, because the network or the machine may have been the cause. */
const RETRY_AFTER_MS: Readonly<Record<Step, number>> = {
  discover: 0,
  download: 5_000,
  verify: 30_000,
  'render-test': 30_000,
  promote: 5_000,
  // A withdrawn release cannot come back.
  visitors: Infinity,
};
/** The pause doubles with each rejection of the same version, up to this factor. */
const MAX_PAUSE_FACTOR = 8;

/** The part of an origin's history that names its versions. */
const HistorySchema = Type.Array(Type.Object({ version: VersionSchema }));

/** By the remote's name. */
export type Releases = Readonly<Record<string, VerifiedRelease>>;

/** A release set that visitors get. */
export interface SetInUse {
  readonly releaseSet: ReleaseSet;
  readonly releases: Releases;
}

/** A release in a rollout; `since` is its start at this shell. */
export type PartialRelease = PromotedRelease &
  Pick<NonNullable<ReleaseReport['remotes'][string]['partial']>, 'rollout'>;

type AcceptedPointer = Pick<Pointer, 'version' | 'previous' | 'rollout'>;

interface IntakeOptions {
  readonly contract: ShellContract;
  readonly store: ReleaseStore;
  readonly ledger: Ledger;
  readonly configured: () => Pick<Configured, 'teams'>;
  /** The live set. It decides which release is new, and which modules a release must keep. */
  readonly live: () => SetInUse;
  /** Counts of all shells. */
  readonly visits: Pick<Visits, 'sampleOf' | 'withdrawnOf'>;
  readonly log: Log;
}

/** Brings releases from origins into the store: discover → download → verify. Never changes the live set. */
export class Intake {
  readonly rejections: ReturnType<typeof createRejections>;
  readonly #options: IntakeOptions;
  /** Versions in the teams' histories, by origin. */
  readonly #histories = new LRUCache<string, ReadonlySet<string>>({
    max: 100,
    ttl: HISTORY_SHARED_MS,
    ttlResolution: 0,
    perf: Date,
    fetchMethod: async (origin) => {
      const bytes = await readOrigin(origin, HISTORY, HISTORY_LIMIT_BYTES, POINTER_TIMEOUT_MS);
      return new Set(parseChecked(HistorySchema, bytes, HISTORY).map(({ version }) => version));
    },
  });
  /** Remotes whose history could not be read, until it can be read again. */
  readonly #unreadable = new Set<string>();
  readonly #rollouts = new Map<string, PartialRelease>();
  /** The last pointers, by remote. */
  readonly #pointers = new Map<string, AcceptedPointer>();

  constructor(options: IntakeOptions) {
    this.#options = options;
    this.rejections = createRejections(options.log, options.ledger);
  }

  /** A team as configured now. */
  team(name: string): Team | undefined {
    const { teams } = this.#options.configured();
    return Object.hasOwn(teams, name) ? teams[name] : undefined;
  }

  /**
   * Returns the release to promote next: the team's pointer names it, and it is neither live, in a rollout, nor
   * recently rejected. A team without a live release gets its newest valid copy. Records a rejection.
   */
  async next(name: string): Promise<VerifiedRelease | null> {
    const { live, store } = this.#options;
    if (live().releases[name]) return this.#discover(name);
    const versions = await store.versions(name);
    await this.#learnWithdrawn(name, versions);
    return (await this.recall(name, versions)) ?? this.#discover(name);
  }

  async #discover(name: string): Promise<VerifiedRelease | null> {
    const team = this.team(name);
    if (!team) return null;
    let version: string | null = null;
    try {
      const file = ORIGIN_FILES.pointer;
      const bytes = await readOrigin(team.origin, file, POINTER_LIMIT_BYTES, POINTER_TIMEOUT_MS);
      const pointer = await this.#accept(team, bytes);
      const live = this.#options.live().releases[name];
      version = live ? pointer.version : await this.#firstVersion(name, pointer);
      const isLive = live?.version === version;
      if (isLive) this.rejections.clear(name);
      if (isLive || this.rejections.isHeld(name, version)) {
        this.#rollouts.delete(name);
        return null;
      }
      const running = this.#rollouts.get(name);
      const isNew = running?.version !== version;
      if (isNew && live && pointer.rollout) this.#assertFreeRollout(name);
      if (isNew) await this.#learnWithdrawn(name, [{ version }]);
      if (this.rejections.isHeld(name, version)) return null;
      const rollout = live ? this.#rolloutNow(name, pointer) : null;
      if (running && rollout && !isNew) {
        this.#rollouts.set(name, { ...running, ...rollout });
        return null;
      }
      const release = await this.download(name, version);
      // A rollout ends with its promotion; its visitors keep the release until then.
      if (!rollout) return release;
      const { commit, provenance } = release;
      this.#rollouts.set(name, { version, commit, ...(provenance && { provenance }), ...rollout });
    } catch (error) {
      this.rejections.add(name, version, rejectedAt('discover', error));
    }
    return null;
  }

  /**
   * The team's pointer, unless it is older than one that this shell has seen. An unsigned one only until the shell has
   * seen a signed one, so that an update of the shell loses no team's sections.
   */
  async #accept(team: Team, bytes: Buffer): Promise<AcceptedPointer> {
    const { ledger, log } = this.#options;
    const { folder, name } = team.remote;
    const unsigned = ledger.of(name).pointerAt === undefined && readUnsignedPointer(bytes);
    if (unsigned) {
      if (!this.#pointers.has(name))
        log.warn(
          `The pointer of ${folder} is not signed; update the team’s commands, then release or roll back again`,
        );
      this.#pointers.set(name, unsigned);
      return unsigned;
    }
    const pointer = verifyPointer(team, bytes);
    const { at, rollout } = pointer;
    const { pointerAt: seen } = ledger.of(name);
    const now = Date.now();
    const aheadMs = Date.parse(at) - now;
    if (aheadMs > POINTER_AHEAD_MS)
      throw new Error(
        `the pointer is ${String(Math.round(aheadMs / 60_000))} minutes ahead of the shell’s clock`,
      );
    // This shell's clock was ahead when it saw a pointer that is too far ahead now.
    if (seen !== undefined && at < seen && Date.parse(seen) - now <= POINTER_AHEAD_MS)
      throw new Error(`the pointer of ${at} is older than the one of ${seen}: release or roll back again`);
    // A new shell may join a rollout that began long ago; all others count from when they first saw it.
    const isJoined = seen === undefined && rollout && aheadMs < 0;
    const since = isJoined ? at : new Date(Date.now()).toISOString();
    if (seen !== at) await ledger.write(name, { pointerAt: at, since });
    this.#pointers.set(name, pointer);
    return pointer;
  }

  /** The version for a shell that has nothing live: the previous one instead of one in a rollout or a withdrawn one. */
  async #firstVersion(name: string, { version, previous, rollout }: AcceptedPointer): Promise<string> {
    if (previous === undefined) return version;
    await this.#learnWithdrawn(name, [{ version }, { version: previous }]);
    const isUsable = !this.rejections.isWithdrawn(name, previous);
    return isUsable && (rollout || this.rejections.isWithdrawn(name, version)) ? previous : version;
  }

  /** Asks the API which of these versions the shells have withdrawn; not known while it does not respond. */
  async #learnWithdrawn(name: string, versions: readonly { readonly version: string }[]): Promise<void> {
    const unknown = versions.filter(({ version }) => !this.rejections.isWithdrawn(name, version));
    if (unknown.length === 0) return;
    for (const { version, reason } of await this.#options.visits.withdrawnOf(name, unknown))
      this.rejections.add(name, version, new ReleaseRejected('visitors', reason));
  }

  #assertFreeRollout(name: string): void {
    const others = Object.keys(this.rollouts()).filter((other) => other !== name);
    if (others.length < MAX_ROLLOUTS) return;
    const reason = `${String(others.length)} rollouts are running; it begins when one of them has ended`;
    throw new ReleaseRejected('discover', reason);
  }

  /** The rollout's state; `null` without a rollout, and when its time has passed and enough visitors were counted. */
  #rolloutNow(name: string, { version, rollout }: AcceptedPointer) {
    if (!rollout) return null;
    const { ledger, visits } = this.#options;
    const { since: seen = '' } = ledger.of(name);
    // The clock may have been ahead when the rollout was first seen.
    const start = Math.min(Date.parse(seen), Date.now());
    const since = new Date(start).toISOString();
    if (since < seen) void ledger.write(name, { since });
    const { percent, seconds, visitors } = rollout;
    const end = start + seconds * 1_000;
    const isOver = Date.now() >= end;
    if (isOver && (visits.sampleOf(name, version)?.visitors ?? 0) >= visitors) return null;
    const until = new Date(end).toISOString();
    return { since, rollout: { percent, visitors, until, ...(isOver && { undecided: true as const }) } };
  }

  /** The running rollouts, by remote. */
  rollouts(): Readonly<Record<string, PartialRelease>> {
    const { live } = this.#options;
    const isRunning = (name: string, version: string) =>
      this.team(name) && live().releases[name]?.version !== version && !this.rejections.isHeld(name, version);
    return Object.fromEntries([...this.#rollouts].filter(([name, { version }]) => isRunning(name, version)));
  }

  /** Obtains these versions for a preview or a rollout. Rejects with the remote's name and the step that failed. */
  async candidates(versions: Readonly<Record<string, string>>): Promise<VerifiedRelease[]> {
    const candidates: VerifiedRelease[] = [];
    for (const [name, version] of Object.entries(versions)) {
      const candidate = await this.download(name, version).catch((cause: unknown) => {
        const { step, reason } = rejectedAt('download', cause);
        throw new ReleaseRejected(step, `${name} ${version}: ${reason}`, { cause });
      });
      candidates.push(candidate);
      await this.#options.store.use(name, version);
    }
    return candidates;
  }

  /** Downloads a release, unless the store has a copy, and verifies it. Rejects with `ReleaseRejected`. */
  async download(name: string, version: string): Promise<VerifiedRelease> {
    const team = this.team(name);
    if (!team) throw new ReleaseRejected('discover', `${name} is not configured`);
    return this.#copy(`${name}/${version}`, team, version);
  }

  readonly #copy = singleFlight(async (_key: string, team: Team, version: string) => {
    const { store } = this.#options;
    const { name } = team.remote;
    if (store.has(name, version)) return this.#verify(team, version);
    const copies = store.files(name);
    const read = (file: string, limitBytes: number) =>
      readOrigin(`${team.origin}/${version}`, file, limitBytes, FILE_TIMEOUT_MS);
    try {
      // Removes a partial copy of a killed process.
      await store.remove(name, version);
      const manifest = await read(ORIGIN_FILES.manifest, RELEASE_LIMITS.manifest);
      const signature = await read(ORIGIN_FILES.signature, SIGNATURE_LIMIT_BYTES);
      // Verify the signature before trusting the manifest: no file that it names is requested before.
      const release = verifyManifest(team, version, manifest, signature, this.contract());
      await inParallel(Object.entries(release.files), FILES_AT_ONCE, async ([file, { size }]) => {
        const content = await read(file, size);
        verifyFile(release, file, content);
        await copies.write(`${version}/${file}`, content);
      });
      await copies.write(`${version}/${ORIGIN_FILES.manifest}`, manifest);
      await copies.write(`${version}/${ORIGIN_FILES.signature}`, signature);
      return release;
    } catch (error) {
      // Report the first failure, even if the disk fails again here.
      await store.remove(name, version).catch(() => undefined);
      throw rejectedAt('download', error);
    }
  });

  /**
   * Verifies a copy from the disk alone. Removes an invalid copy, so unverified files are never served or run; a read
   * that failed may succeed later.
   */
  async #verify(team: Team, version: string): Promise<VerifiedRelease> {
    const { store } = this.#options;
    const { name } = team.remote;
    try {
      const read = (file: string) => store.files(name).read(`${version}/${file}`);
      return await verifyCopy(team, version, read, this.contract());
    } catch (error) {
      const rejected = rejectedAt('verify', error);
      if (!isSystemError(rejected.cause)) await store.remove(name, version).catch(() => undefined);
      throw rejected;
    }
  }

  /** The first of these versions with a valid copy. Verifies again, because disk or contract may have changed. */
  async recall(
    name: string,
    versions: readonly { readonly version: string }[],
  ): Promise<VerifiedRelease | null> {
    const { live, store } = this.#options;
    const team = this.team(name);
    if (!team) return null;
    for (const { version } of versions) {
      // Also withdrawn versions.
      if (this.rejections.isHeld(name, version)) continue;
      const known = live().releases[name];
      if (known?.version === version) return known;
      if (!store.has(name, version)) continue;
      try {
        return await this.#verify(team, version);
      } catch (error) {
        // Retry at once, because the team's origin may have an intact copy.
        this.rejections.add(name, version, rejectedAt('verify', error), 0);
      }
    }
    return null;
  }

  /** The release to which a remote goes back: the newest valid copy below the live one, else the pointer's previous one. */
  async fallbackFor(name: string): Promise<VerifiedRelease | null> {
    const copy = await this.recall(name, this.#options.store.promoted(name).slice(1));
    const version = this.#pointers.get(name)?.previous;
    if (copy || version === undefined) return copy;
    await this.#learnWithdrawn(name, [{ version }]);
    if (this.rejections.isHeld(name, version)) return null;
    return this.download(name, version).catch((error: unknown) => {
      this.rejections.add(name, version, rejectedAt('download', error));
      return null;
    });
  }

  /**
   * Tries to download a release that only another replica ingested, or that was swept, because open pages may request
   * its files. The team's history or a preview's grant must name it, because visitors can request any version. The
   * release is never rendered here.
   */
  async downloadOnDemand(name: string, version: string, isGranted: () => boolean): Promise<void> {
    const team = this.team(name);
    if (!team || this.#options.store.has(name, version)) return;
    if (isGranted() || (await this.#isInHistory(team, version)))
      await this.download(name, version).catch(() => undefined);
  }

  /** Whether the team's history names a version; `false` while it cannot be read, which is logged once. */
  async #isInHistory({ origin, remote: { name } }: Team, version: string): Promise<boolean> {
    try {
      const versions = await this.#histories.fetch(origin);
      this.#unreadable.delete(name);
      return versions?.has(version) ?? false;
    } catch (error) {
      if (!this.#unreadable.has(name))
        this.#options.log.warn(`The history of ${name} cannot be read: ${messageOf(error)}`);
      this.#unreadable.add(name);
      return false;
    }
  }

  /** The contract for a new release, which must keep the modules that are in zones. */
  contract(): ShellContract {
    const { contract, live } = this.#options;
    const modules: Record<string, string[]> = { ...contract.modules };
    for (const { id } of live().releaseSet.zones)
      modules[remoteOf(id)] = [...(modules[remoteOf(id)] ?? []), moduleOf(id)];
    return { ...contract, modules };
  }
}

/**
 * Reads a file in a folder of a team's origin. Rejects when the file is missing, too long or cut off. The message lacks
 * the address, because rejections are public.
 */
async function readOrigin(folder: string, name: string, limitBytes: number, timeoutMs: number) {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(`${folder}/${name}`, { signal, redirect: 'error' }).catch((cause: unknown) => {
    throw new Error(`${name} could not be reached`, { cause });
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`${name} answered ${String(response.status)}`);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of response.body ?? []) {
      length += chunk.length;
      if (length > limitBytes) break;
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new Error(`${name} broke off`, { cause });
  }
  if (length > limitBytes) throw new Error(`${name} is longer than ${String(limitBytes)} bytes`);
  return Buffer.concat(chunks);
}

/** The last rejection of each version, by remote. */
export function createRejections(log: Log, ledger: Ledger) {
  /** Newest first. */
  const remembered = new Map<string, readonly Remembered[]>(
    ledger
      .names()
      .map((name) => [
        name,
        ledger.of(name).withdrawn.map((rejection) => ({ rejection, times: 1, heldUntil: Infinity })),
      ]),
  );
  /** The last logged rejection of a remote, until it recovers. */
  const logged = new Map<string, string>();
  /** Number of logged rejections, by remote and step. */
  const counts = new Map<string, number>();
  const allOf = (name: string) => remembered.get(name) ?? [];
  const find = (name: string, version: string | null) =>
    allOf(name).find(({ rejection }) => rejection.version === version);

  return {
    counts: (): ReadonlyMap<string, number> => counts,
    /** Rejections of a remote, newest first. */
    of: (name: string): Rejection[] => allOf(name).map(({ rejection }) => rejection),
    /**
     * Records a rejection. Logs only changes, so a team that is down for a night does not fill the log. `version` is
     * `null` when the pointer could not be read. The version is not retried for `holdForMs`; the default depends on the
     * step and the number of rejections.
     */
    add: (
      name: string,
      version: string | null,
      { step, reason, message, cause }: ReleaseRejected,
      holdForMs?: number,
    ): void => {
      const line = `${name} ${version ?? 'pointer'} is ${message}`;
      if (logged.get(name) !== line) {
        log.warn(isSystemError(cause) ? `${line} (${cause.message})` : line);
        counts.set(`${name} ${step}`, (counts.get(`${name} ${step}`) ?? 0) + 1);
      }
      logged.set(name, line);
      const earlier = find(name, version);
      const times = (earlier?.times ?? 0) + 1;
      const newest = {
        rejection: { version, step, reason, at: new Date().toISOString() },
        times,
        heldUntil:
          performance.now() +
          (holdForMs ?? RETRY_AFTER_MS[step] * Math.min(2 ** (times - 1), MAX_PAUSE_FACTOR)),
      };
      const others = allOf(name).filter((each) => each !== earlier);
      const all = [newest, ...others];
      const withdrawn = all.filter((each) => each.heldUntil === Infinity).slice(0, MAX_WITHDRAWN);
      remembered.set(
        name,
        all.filter((each, index) => index < MAX_REMEMBERED || withdrawn.includes(each)),
      );
      if (step === 'visitors')
        void ledger.write(name, { withdrawn: withdrawn.map(({ rejection }) => rejection) });
    },
    /** Removes a version's rejection, so it may be retried. */
    remove: (name: string, version: string): void => {
      const others = allOf(name).filter(({ rejection }) => rejection.version !== version);
      remembered.set(name, others);
    },
    isWithdrawn: (name: string, version: string): boolean => find(name, version)?.heldUntil === Infinity,
    /** Forgets the last logged rejection, so the next is logged even if identical. */
    clear: (name: string): void => void logged.delete(name),
    /** Whether this version was rejected too recently for a retry. */
    isHeld: (name: string, version: string): boolean =>
      performance.now() < (find(name, version)?.heldUntil ?? 0),
  };
}

interface Remembered {
  readonly rejection: Rejection;
  /** How often this version was rejected. */
  readonly times: number;
  /** Time of the next allowed attempt; milliseconds of the process's own clock. */
  readonly heldUntil: number;
}
