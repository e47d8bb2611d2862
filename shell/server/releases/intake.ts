import { parseChecked } from '@vidlunnia/contracts/checked';
import {
  ORIGIN_FILES,
  PointerSchema,
  RELEASE_LIMITS,
  type PromotedRelease,
  type Rejection,
  type Rollout,
  type ShellContract,
  type Step,
} from '@vidlunnia/contracts/release';
import { singleFlight } from '@vidlunnia/operating/single-flight';
import type { Log } from '@vidlunnia/operating';
import { moduleOf, remoteOf, type ReleaseSet } from '../../src/remotes/release-set';
import type { Configured } from './configuration';
import type { ReleaseStore } from './release-store';
import {
  isSystemError,
  rejectedAt,
  ReleaseRejected,
  verifyCopy,
  verifyFile,
  verifyManifest,
  type Team,
  type VerifiedRelease,
} from './verify';

const POINTER_TIMEOUT_MS = 2_000;
/** A pointer has about thirty bytes. */
const POINTER_LIMIT_BYTES = 1_024;
/** For one file of a release. */
const FILE_TIMEOUT_MS = 10_000;
/** A signature has 88 bytes. */
const SIGNATURE_LIMIT_BYTES = 1_024;
/** Releases that are fetched on demand in parallel: visitors can request any name. */
const MAX_ON_DEMAND = 4;

/** Versions of a remote whose rejections are remembered. */
const MAX_REMEMBERED = 10;
/** Before the same version is tried again: the network or the machine may have been the cause. */
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

/** By the remote's name. */
export type Releases = Readonly<Record<string, VerifiedRelease>>;

/** A release set that visitors get, with its fallbacks. */
export interface SetInUse {
  readonly releaseSet: ReleaseSet;
  readonly releases: Releases;
  /** For each remote, the release that browsers fall back to. */
  readonly previous: Releases;
}

/** A release in a rollout; `since` is its start at this shell. */
export interface PartialRelease extends PromotedRelease {
  readonly rollout: Rollout;
}

interface IntakeOptions {
  readonly contract: ShellContract;
  readonly store: ReleaseStore;
  readonly configured: () => Pick<Configured, 'teams'>;
  /** What visitors have now: it decides which release is new, and which modules a release must keep. */
  readonly live: () => SetInUse;
  /** Why all shells withdrew a release; `null` when they did not, or when that is not known. */
  readonly whyWithdrawn: (name: string, version: string) => Promise<string | null>;
  readonly log: Log;
}

/** Brings releases from teams' origins into the store: discover → download → verify. Nothing here changes the live set. */
export class Intake {
  readonly rejections: ReturnType<typeof createRejections>;
  readonly #options: IntakeOptions;
  /** Releases that are downloaded on demand: `<remote>/<version>`. */
  readonly #onDemand = new Set<string>();
  readonly #rollouts = new Map<string, PartialRelease>();

  constructor(options: IntakeOptions) {
    this.#options = options;
    this.rejections = createRejections(options.log);
  }

  /** A team as configured now. */
  team(name: string): Team | undefined {
    const { teams } = this.#options.configured();
    return Object.hasOwn(teams, name) ? teams[name] : undefined;
  }

  /**
   * The release to promote next: the one that the team's pointer names, unless it is live, in a rollout, or was rejected
   * recently. While
   * the team has none live, that is its newest copy that verifies. A rejection is recorded.
   */
  async next(name: string): Promise<VerifiedRelease | null> {
    const { live, store } = this.#options;
    const recalled = live().releases[name] ? null : await this.recall(name, await store.versions(name));
    return recalled ?? this.#discover(name);
  }

  async #discover(name: string): Promise<VerifiedRelease | null> {
    const team = this.team(name);
    if (!team) return null;
    let version: string | null = null;
    try {
      const file = ORIGIN_FILES.pointer;
      const bytes = await readOrigin(team.origin, file, POINTER_LIMIT_BYTES, POINTER_TIMEOUT_MS);
      const { rollout, ...pointer } = parseChecked(PointerSchema, bytes, file);
      ({ version } = pointer);
      const live = this.#options.live().releases[name];
      const isLive = live?.version === version;
      if (isLive) this.rejections.clear(name);
      if (isLive || this.rejections.isHeld(name, version)) {
        this.#rollouts.delete(name);
        return null;
      }
      const isRunning = live && rollout && Date.now() < Date.parse(rollout.until);
      const known = this.#rollouts.get(name);
      if (isRunning && known?.version === version) {
        this.#rollouts.set(name, { ...known, rollout });
        return null;
      }
      const why = await this.#options.whyWithdrawn(name, version);
      if (why !== null) throw new ReleaseRejected('visitors', why);
      const release = await this.download(name, version);
      // The end of a rollout is its promotion: its visitors keep the release until then.
      if (!isRunning) return release;
      const { commit, provenance } = release;
      const since = new Date(Date.now()).toISOString();
      this.#rollouts.set(name, { version, commit, ...(provenance && { provenance }), since, rollout });
    } catch (error) {
      this.rejections.add(name, version, rejectedAt('discover', error));
    }
    return null;
  }

  /** The rollouts that run now, by remote. */
  rollouts(): Readonly<Record<string, PartialRelease>> {
    const { live } = this.#options;
    const isRunning = (name: string, version: string) =>
      this.team(name) && live().releases[name]?.version !== version && !this.rejections.isHeld(name, version);
    return Object.fromEntries([...this.#rollouts].filter(([name, { version }]) => isRunning(name, version)));
  }

  /** These versions of remotes, for a preview or a rollout. Rejects with the remote's name and the step that failed. */
  async candidates(versions: Readonly<Record<string, string>>): Promise<VerifiedRelease[]> {
    const candidates: VerifiedRelease[] = [];
    for (const [name, version] of Object.entries(versions)) {
      const candidate = await this.download(name, version).catch((cause: unknown) => {
        const { step, reason } = rejectedAt('download', cause);
        throw new ReleaseRejected(step, `${name} ${version}: ${reason}`, { cause });
      });
      candidates.push(candidate);
      // In use from now on.
      await this.#options.store.of(name).note([version]);
    }
    return candidates;
  }

  /** Copies a whole release into the store, unless it is there, and verifies it. Rejects with `ReleaseRejected`. */
  async download(name: string, version: string): Promise<VerifiedRelease> {
    const team = this.team(name);
    if (!team) throw new ReleaseRejected('discover', `${name} is not configured`);
    return this.#copy(`${name}/${version}`, team, version);
  }

  readonly #copy = singleFlight(async (_key: string, team: Team, version: string) => {
    const { store } = this.#options;
    const { name } = team.remote;
    if (store.has(name, version)) return this.#verify(team, version);
    const copies = store.of(name);
    const read = (file: string, limitBytes: number) =>
      readOrigin(`${team.origin}/${version}`, file, limitBytes, FILE_TIMEOUT_MS);
    try {
      // A killed process may have left a part.
      await copies.remove(version);
      const bytes = await read(ORIGIN_FILES.manifest, RELEASE_LIMITS.manifest);
      const signature = await read(ORIGIN_FILES.signature, SIGNATURE_LIMIT_BYTES);
      // Verify the signature before trusting the manifest: no file that it names is requested before.
      const release = verifyManifest(team, version, bytes, signature, this.contract());
      const { files } = release;
      const readVerified = async (file: string) => {
        const content = await read(file, files[file]?.size ?? 0);
        verifyFile(release, file, content);
        return content;
      };
      await copies.write({ version, manifest: bytes, files, read: readVerified });
      await copies.objects.write(`${version}/${ORIGIN_FILES.signature}`, signature);
      return release;
    } catch (error) {
      // The disk may fail here again: report the first failure.
      await copies.remove(version).catch(() => undefined);
      throw rejectedAt('download', error);
    }
  });

  /** Verifies a copy, only from the disk. Removes an invalid one: nothing unverified is served or run. */
  async #verify(team: Team, version: string): Promise<VerifiedRelease> {
    const copies = this.#options.store.of(team.remote.name);
    try {
      const read = (file: string) => copies.objects.read(`${version}/${file}`);
      return await verifyCopy(team, version, read, this.contract());
    } catch (error) {
      await copies.remove(version).catch(() => undefined);
      throw rejectedAt('verify', error);
    }
  }

  /** The first of these versions that the store has and that verifies: the disk or the contract may have changed. */
  async recall(
    name: string,
    versions: readonly { readonly version: string }[],
  ): Promise<VerifiedRelease | null> {
    const { live, store } = this.#options;
    const team = this.team(name);
    if (!team) return null;
    for (const { version } of versions) {
      const verified = [live().releases[name], live().previous[name]];
      const known = verified.find((each) => each?.version === version);
      if (known) return known;
      if (!store.has(name, version) || this.rejections.isHeld(name, version)) continue;
      try {
        return await this.#verify(team, version);
      } catch (error) {
        // The team's origin may have an intact copy: do not hold it back.
        this.rejections.add(name, version, rejectedAt('verify', error), 0);
      }
    }
    return null;
  }

  /**
   * Tries to download a release that the store lacks, because only another replica has ingested it or because it was
   * swept: open pages may still request its files. It is never rendered here.
   */
  async downloadOnDemand(name: string, version: string): Promise<void> {
    const key = `${name}/${version}`;
    if (!this.team(name) || this.#options.store.has(name, version)) return;
    if (!this.#onDemand.has(key) && this.#onDemand.size === MAX_ON_DEMAND) return;
    this.#onDemand.add(key);
    await this.download(name, version).catch(() => undefined);
    this.#onDemand.delete(key);
  }

  /** The contract that a release has to fit: it must keep modules that are in zones. */
  contract(): ShellContract {
    const { contract, live } = this.#options;
    const modules: Record<string, string[]> = { ...contract.modules };
    for (const { id } of live().releaseSet.zones)
      modules[remoteOf(id)] = [...(modules[remoteOf(id)] ?? []), moduleOf(id)];
    return { ...contract, modules };
  }
}

/**
 * Reads a file in a folder of a team's origin. Rejects when it is missing, too long or cut off; without its address,
 * since rejections are public.
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
export function createRejections(log: Log) {
  /** The newest first. */
  const remembered = new Map<string, readonly Remembered[]>();
  /** The last logged rejection of a remote, until it recovers. */
  const logged = new Map<string, string>();
  /** Number of logged rejections, by remote and step. */
  const counts = new Map<string, number>();
  const allOf = (name: string) => remembered.get(name) ?? [];
  const find = (name: string, version: string | null) =>
    allOf(name).find(({ rejection }) => rejection.version === version);

  return {
    counts: (): ReadonlyMap<string, number> => counts,
    /** Rejections of a remote, the newest first. */
    of: (name: string): Rejection[] => allOf(name).map(({ rejection }) => rejection),
    /**
     * Logs only changes, so that a team that is down for a night does not fill the log. `version` is `null` when the
     * pointer could not be read. The version is not tried again for `holdForMs`; the default depends on the
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
      const now = Date.now();
      const newest = {
        rejection: { version, step, reason, at: new Date(now).toISOString() },
        times,
        heldUntil: now + (holdForMs ?? RETRY_AFTER_MS[step] * Math.min(2 ** (times - 1), MAX_PAUSE_FACTOR)),
      };
      const others = allOf(name).filter((each) => each !== earlier);
      remembered.set(name, [newest, ...others].slice(0, MAX_REMEMBERED));
    },
    /** Forgets the last logged rejection, so the next is logged even if identical. */
    clear: (name: string): void => void logged.delete(name),
    /** Whether this version was rejected so recently that it must not be tried again. */
    isHeld: (name: string, version: string): boolean => Date.now() < (find(name, version)?.heldUntil ?? 0),
  };
}

interface Remembered {
  readonly rejection: Rejection;
  /** How often this version was rejected. */
  readonly times: number;
  /** When it may be tried again; milliseconds since 1970. */
  readonly heldUntil: number;
}
