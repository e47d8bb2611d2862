import { Type } from '@sinclair/typebox';
import { parseChecked } from '@vidlunnia/settings/checked';
import {
  ORIGIN_FILES,
  POINTER_AHEAD_MS,
  VersionSchema,
  type Pointer,
  type PartialRelease,
  type ReleaseManifest,
  type ShellContract,
} from '@vidlunnia/releases/release';
import { createHeldReader } from '@vidlunnia/releases/held-requests';
import { bodyOf, readOrigin } from '@vidlunnia/releases/origin-files';
import { HISTORY } from '@vidlunnia/releases/versioned-store';
import { singleFlight } from '@vidlunnia/operating/single-flight';
import type { Log } from '@vidlunnia/operating';
import { messageOf } from '@vidlunnia/settings/machine';
import { LRUCache } from 'lru-cache';
import { moduleOf, remoteOf } from '../../page/modules';
import type { ReleaseSet } from '../../page/remotes/release-set';
import type { Configured } from './configuration';
import { createRejections, type Rejections } from './rejections';
import { sourcesOf, type ReleaseStore } from './release-store';
import {
  isSystemError,
  rejectedAt,
  ReleaseRejected,
  readUnsignedPointer,
  SMALL_LIMIT_BYTES,
  verifyPointer,
  verifyRelease,
  type Team,
} from '@vidlunnia/releases/verify';
import type { Versions, Visits } from '../rollouts/visits';

const POINTER_TIMEOUT_MS = 2_000;
/** For one file of a release. */
const FILE_TIMEOUT_MS = 10_000;
/** For a history, whose entries have about half a kilobyte. Their number has no limit. */
const HISTORY_LIMIT_BYTES = 1_024 * 1_024;
/** How long requests share a team's history. Another replica takes longer to make a new release live. */
const HISTORY_SHARED_MS = 500;
/** Rollouts at a time, each with a render worker. */
export const MAX_ROLLOUTS = 4;

/** The part of an origin's history that names its versions. */
const HistorySchema = Type.Array(Type.Object({ version: VersionSchema }));

/** By the remote's name. */
export type Releases = Readonly<Record<string, ReleaseManifest>>;

/** A release set that visitors get. */
export interface SetInUse {
  readonly releaseSet: ReleaseSet;
  readonly releases: Releases;
}

type AcceptedPointer = Pick<Pointer, 'version' | 'previous' | 'rollout'>;

interface IntakeOptions {
  readonly contract: ShellContract;
  readonly store: ReleaseStore;
  readonly configured: () => Pick<Configured, 'teams'>;
  /** The live set. It decides which release is new, and which modules a release must keep. */
  readonly live: () => SetInUse;
  /** Counts of all hosts. */
  readonly visits: Pick<Visits, 'sampleOf' | 'withdrawnOf'>;
  readonly log: Log;
  /** Called when an origin brings a new pointer by itself. */
  readonly onPointer: (name: string) => unknown;
  readonly ended: AbortSignal;
}

/** Brings releases from origins into the store: discover → download → verify. Never changes the live set. */
export class Intake {
  readonly rejections: Rejections;
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
  readonly #rollouts = new Map<string, PartialRelease>();
  readonly #readers = new Map<string, () => Promise<Buffer>>();
  readonly #verified = new WeakMap<Buffer, { readonly team: Team; readonly pointer: Pointer }>();
  /** The last pointers, by remote. */
  readonly #pointers = new Map<string, AcceptedPointer>();

  constructor(options: IntakeOptions) {
    this.#options = options;
    this.rejections = createRejections(options.log, options.store);
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
  async next(name: string): Promise<ReleaseManifest | null> {
    const { live, store } = this.#options;
    if (live().releases[name]) return this.#discover(name);
    const versions = await store.versions(name);
    await this.#learnWithdrawn(name, versions);
    return (await this.firstValidCopy(name, versions)) ?? this.#discover(name);
  }

  async #discover(name: string): Promise<ReleaseManifest | null> {
    const team = this.team(name);
    if (!team) return null;
    let version: string | null = null;
    try {
      const pointer = await this.#readPointer(team);
      this.#pointers.set(name, pointer);
      const live = this.#options.live().releases[name];
      version = live ? pointer.version : await this.#firstVersion(name, pointer);
      const isLive = live?.version === version;
      if (isLive) this.rejections.recovered(name);
      if (isLive || this.rejections.isHeld(name, version)) {
        this.#rollouts.delete(name);
        return null;
      }
      const rollout = live ? this.#rolloutNow(name, pointer) : null;
      // After its time, a rollout ends with its promotion; until then, its visitors keep the release.
      if (!rollout) return await this.#downloadForAll(name, version);
      const running = this.#rollouts.get(name);
      const isRunning = running?.version === version;
      const others = Object.keys(this.rollouts()).filter((other) => other !== name).length;
      const reason = `${String(others)} rollouts are running; it begins when one of them has ended`;
      if (!isRunning && others >= MAX_ROLLOUTS) throw new ReleaseRejected('discover', reason);
      const release = isRunning ? running : await this.#downloadForAll(name, version);
      if (release) this.#rollouts.set(name, { ...sourcesOf(release), ...rollout });
    } catch (error) {
      this.rejections.add(name, version, rejectedAt('discover', error));
    }
    return null;
  }

  /**
   * Reads the team's pointer. Rejects one that is older than a pointer that this host has seen. Accepts unsigned ones
   * until the team's first signed one, so that an update of the host loses no sections.
   */
  async #readPointer(team: Team): Promise<AcceptedPointer> {
    const { store, log } = this.#options;
    const { folder, name } = team.remote;
    const bytes = await this.#pointerOf(team);
    const { pointerAt: seen, since = '' } = store.ledger(name);
    const unsigned = seen === undefined ? readUnsignedPointer(bytes) : null;
    if (unsigned) {
      if (!this.#pointers.has(name))
        log.warn(
          `The pointer of ${folder} is not signed; update the team’s commands, then release or roll back again`,
        );
      return unsigned;
    }
    const known = this.#verified.get(bytes);
    const pointer = known?.team === team ? known.pointer : verifyPointer(team, bytes);
    this.#verified.set(bytes, { team, pointer });
    const now = Date.now();
    const aheadMs = (time: string) => Date.parse(time) - now;
    if (aheadMs(pointer.at) > POINTER_AHEAD_MS) {
      const minutes = Math.round(aheadMs(pointer.at) / 60_000);
      throw new Error(`the pointer is ${String(minutes)} minutes ahead of the host’s clock`);
    }
    // If the seen pointer is too far ahead now, this host's clock was ahead then.
    if (seen !== undefined && pointer.at < seen && aheadMs(seen) <= POINTER_AHEAD_MS)
      throw new Error(
        `the pointer of ${pointer.at} is older than the one of ${seen}: release or roll back again`,
      );
    // A new host may join a rollout that began long ago; all others count from when they first saw it.
    const start = seen === undefined ? Math.min(Date.parse(pointer.at), now) : now;
    if (seen !== pointer.at || aheadMs(since) > 0)
      await store.note(name, { pointerAt: pointer.at, since: new Date(start).toISOString() });
    return pointer;
  }

  /** The bytes of a team's pointer: the same object while its origin holds the request. */
  #pointerOf({ origin, remote }: Team): Promise<Buffer> {
    const key = `${remote.name} ${origin}`;
    const read =
      this.#readers.get(key) ??
      createHeldReader({
        url: `${origin}/${ORIGIN_FILES.pointer}`,
        timeoutMs: POINTER_TIMEOUT_MS,
        read: (response) => bodyOf(response, ORIGIN_FILES.pointer, SMALL_LIMIT_BYTES),
        onChange: () => this.#options.onPointer(remote.name),
        ended: this.#options.ended,
      });
    this.#readers.set(key, read);
    return read();
  }

  /** The first version of a host with nothing live: the pointer's, or the previous one if that is in a rollout or withdrawn. */
  async #firstVersion(name: string, { version, previous, rollout }: AcceptedPointer): Promise<string> {
    if (previous === undefined) return version;
    const both = [{ version }, { version: previous }];
    await this.#learnWithdrawn(name, both);
    const usable = both.filter((each) => !this.rejections.isWithdrawn(name, each.version));
    return (rollout ? usable.at(-1) : usable[0])?.version ?? version;
  }

  /** Asks the API which of these versions other hosts have withdrawn; not known while it does not respond. */
  async #learnWithdrawn(name: string, versions: Versions): Promise<void> {
    const unknown = versions.filter(({ version }) => !this.rejections.isWithdrawn(name, version));
    if (unknown.length === 0) return;
    for (const { version, reason } of await this.#options.visits.withdrawnOf(name, unknown))
      this.rejections.add(name, version, new ReleaseRejected('visitors', reason));
  }

  /** The rollout's state; `null` without one, and after its time, if enough visitors were counted. */
  #rolloutNow(name: string, { version, rollout }: AcceptedPointer) {
    if (!rollout) return null;
    const { store, visits } = this.#options;
    const { since = '' } = store.ledger(name);
    const { percent, seconds, visitors } = rollout;
    const end = Date.parse(since) + seconds * 1_000;
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

  /** Downloads a version that visitors may get; `null` when it is withdrawn. Rejects with `ReleaseRejected`. */
  async #downloadForAll(name: string, version: string): Promise<ReleaseManifest | null> {
    await this.#learnWithdrawn(name, [{ version }]);
    return this.rejections.isHeld(name, version) ? null : this.download(name, version);
  }

  /** Downloads these versions for a preview or a rollout. Rejects with the remote's name and the step that failed. */
  async downloadAll(versions: Readonly<Record<string, string>>): Promise<ReleaseManifest[]> {
    const releases: ReleaseManifest[] = [];
    for (const [name, version] of Object.entries(versions))
      try {
        releases.push(await this.download(name, version));
        await this.#options.store.use(name, version);
      } catch (cause) {
        const { step, reason } = rejectedAt('download', cause);
        throw new ReleaseRejected(step, `${name} ${version}: ${reason}`, { cause });
      }
    return releases;
  }

  /**
   * Downloads a release, unless the store has a copy, and verifies it, because disk or contract may have changed.
   * Rejects with `ReleaseRejected`.
   */
  async download(name: string, version: string): Promise<ReleaseManifest> {
    const team = this.team(name);
    if (!team) throw new ReleaseRejected('discover', `${name} is not configured`);
    return this.#verifyCopy(`${name}/${version}`, team, version);
  }

  readonly #verifyCopy = singleFlight(async (_key: string, team: Team, version: string) => {
    const { store } = this.#options;
    const { name } = team.remote;
    const copy = store.files(name);
    const hasCopy = store.has(name, version);
    try {
      if (hasCopy)
        return await verifyRelease(team, version, this.contract(), (file) => copy.read(`${version}/${file}`));
      // Removes a partial copy of a killed process.
      await store.remove(name, version);
      return await verifyRelease(
        team,
        version,
        this.contract(),
        (file, limitBytes) => readOrigin(`${team.origin}/${version}`, file, limitBytes, FILE_TIMEOUT_MS),
        (file, content) => copy.write(`${version}/${file}`, content),
      );
    } catch (error) {
      const rejected = rejectedAt(hasCopy ? 'verify' : 'download', error);
      // An invalid copy is removed; one that the disk could not read now may be read later.
      if (!hasCopy || !isSystemError(rejected.cause))
        await store.remove(name, version).catch(() => undefined);
      throw rejected;
    }
  });

  /** The first of these versions with a valid copy. */
  async firstValidCopy(name: string, versions: Versions): Promise<ReleaseManifest | null> {
    for (const { version } of versions) {
      // Also withdrawn versions.
      if (this.rejections.isHeld(name, version)) continue;
      const known = this.#options.live().releases[name];
      if (known?.version === version) return known;
      if (!this.#options.store.has(name, version)) continue;
      try {
        return await this.download(name, version);
      } catch (error) {
        // Retry at once, because the team's origin may have an intact copy.
        this.rejections.add(name, version, rejectedAt('verify', error), 0);
      }
    }
    return null;
  }

  /** The release to which a remote goes back: the newest valid copy below the live one, else the pointer's previous one. */
  async fallbackFor(name: string): Promise<ReleaseManifest | null> {
    const copy = await this.firstValidCopy(name, this.#options.store.promoted(name).slice(1));
    const version = this.#pointers.get(name)?.previous;
    if (copy || version === undefined) return copy;
    return this.#downloadForAll(name, version).catch((error: unknown) => {
      this.rejections.add(name, version, rejectedAt('download', error));
      return null;
    });
  }

  /**
   * Tries to download a release that only another replica ingested, or that was swept, because open pages may request
   * its files. The team's history or a preview's grant must name it, because visitors can request any version. The
   * release is never rendered here.
   */
  async downloadOnDemand(name: string, version: string, isGranted = () => false): Promise<void> {
    const team = this.team(name);
    if (!team || this.#options.store.has(name, version)) return;
    try {
      if (isGranted() || (await this.#histories.fetch(team.origin))?.has(version))
        await this.download(name, version);
    } catch (error) {
      this.#options.log.warn(`Open pages get no files of an older ${name}: ${messageOf(error)}`);
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
