import { parseChecked } from '@vidlunnia/contracts/checked';
import { ORIGIN_FILES, PointerSchema, RELEASE_LIMITS } from '@vidlunnia/contracts/release';
import type { ShellContract } from '@vidlunnia/contracts/release-report';
import { singleFlight } from '@vidlunnia/operating/single-flight';
import type { Log } from '@vidlunnia/operating';
import { moduleOf, remoteOf } from '../../src/remotes/release-set';
import { createRejections, rejectedAt, ReleaseRejected } from './rejections';
import {
  verifiedRelease,
  type Configured,
  type SetInUse,
  type Team,
  type VerifiedRelease,
} from './release-set';
import type { ReleaseStore } from './release-store';
import { verifyCopy, verifyFile, verifyManifest } from './verify';

const POINTER_TIMEOUT_MS = 2_000;
/** A pointer has about thirty bytes. */
const POINTER_LIMIT_BYTES = 1_024;
/** For one file of a release. */
const FILE_TIMEOUT_MS = 10_000;
/** A signature has 88 bytes. */
const SIGNATURE_LIMIT_BYTES = 1_024;
/** Releases that are fetched on demand in parallel: visitors can request any name. */
const MAX_ON_DEMAND = 4;

interface IntakeOptions {
  readonly contract: ShellContract;
  readonly store: ReleaseStore;
  readonly configured: () => Pick<Configured, 'teams'>;
  /** What visitors have now: it decides which release is new, and which modules a release must keep. */
  readonly live: () => SetInUse;
  readonly log: Log;
}

/** Brings releases from teams' origins into the store: discover → download → verify. Nothing here changes the live set. */
export class Intake {
  readonly rejections: ReturnType<typeof createRejections>;
  readonly #options: IntakeOptions;

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
   * The release to promote next: the one that the team's pointer names, unless it is live or was rejected recently. While
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
      const pointer = await readOrigin(team.origin, file, POINTER_LIMIT_BYTES, POINTER_TIMEOUT_MS);
      ({ version } = parseChecked(PointerSchema, pointer, file));
      if (this.#options.live().releases[name]?.release.version === version) this.rejections.clear(name);
      else if (!this.rejections.isHeld(name, version)) return await this.download(name, version);
    } catch (error) {
      this.rejections.add(name, version, rejectedAt('discover', error));
    }
    return null;
  }

  /** These versions of remotes, for a preview. Rejects with the remote's name and the step that failed. */
  async candidates(versions: Readonly<Record<string, string>>): Promise<VerifiedRelease[]> {
    const { live, store } = this.#options;
    const candidates: VerifiedRelease[] = [];
    for (const [name, version] of Object.entries(versions)) {
      const known = live().releases[name];
      const isLive = known?.release.version === version;
      const candidate = isLive
        ? known
        : await this.download(name, version).catch((cause: unknown) => {
            const { step, reason } = rejectedAt('download', cause);
            throw new ReleaseRejected(step, `${name} ${version}: ${reason}`, { cause });
          });
      candidates.push(candidate);
      // In use from now on.
      await store.of(name).note([version]);
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
      const manifest = verifyManifest(team, version, bytes, signature.toString('utf8'), this.contract());
      const { files } = manifest;
      await copies.write({
        ...{ version, manifest: bytes, files },
        read: async (file) => {
          const content = await read(file, files[file]?.size ?? 0);
          verifyFile(manifest, file, content);
          return content;
        },
      });
      await copies.objects.write(`${version}/${ORIGIN_FILES.signature}`, signature);
      return verifiedRelease(team.remote, manifest);
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
      return verifiedRelease(
        team.remote,
        await verifyCopy(team, version, (file) => copies.objects.read(`${version}/${file}`), this.contract()),
      );
    } catch (error) {
      await copies.remove(version).catch(() => undefined);
      throw rejectedAt('verify', error);
    }
  }

  /** The first of these versions that the store has and that verifies: the disk or the contract may have changed. */
  async recall(name: string, versions: readonly string[]): Promise<VerifiedRelease | null> {
    const { live, store } = this.#options;
    const team = this.team(name);
    if (!team) return null;
    for (const version of versions) {
      const verified = [live().releases[name], live().previous[name]];
      const known = verified.find((each) => each?.release.version === version);
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
    if (this.#onDemand.has(key) || this.#onDemand.size < MAX_ON_DEMAND)
      await this.#downloadOnce(key, name, version).catch(() => undefined);
  }

  readonly #onDemand = new Map<string, Promise<unknown>>();
  readonly #downloadOnce = singleFlight(
    (_key, name: string, version: string) => this.download(name, version),
    this.#onDemand,
  );

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
async function readOrigin(
  folder: string,
  name: string,
  limitBytes: number,
  timeoutMs: number,
): Promise<Buffer> {
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
