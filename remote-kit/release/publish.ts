import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { ORIGIN_FILES, type ReleaseManifest } from '@vidlunnia/contracts/release';
import type { BuiltRelease } from './built-release';
import { claim, claimHere, isExpired, isRemoval, LEASE, type Claim } from './claims';
import { pointAt } from './history';
import { inParallel } from './in-parallel';
import { publishedManifest, type PublishedManifest } from './published';
import type { ReleaseTarget } from './release-target';
import { isSignedBy, publicKeyOf, signManifest } from './signature';

/** Files on their way at once: a server far away answers each of them late. */
const UPLOADS = 8;

/** The version is there with other content: nothing was changed. */
export class PublishedDifferentlyError extends Error {
  constructor(
    readonly version: string,
    file: string,
  ) {
    super(
      `${version} is published already with other bytes (${file} differs), and a published version never changes`,
    );
    this.name = 'PublishedDifferentlyError';
  }
}

/**
 * Publishes a build: its files, manifest, signature, history, and last the pointer. A version that is complete
 * already is only pointed at. Rejects with `PublishedDifferentlyError`; whatever it rejects with, the pointer has
 * not moved. Several may publish at once: the history's last version is live then.
 */
export async function publish(
  target: ReleaseTarget,
  built: BuiltRelease,
  privateKey: string,
  signal?: AbortSignal,
): Promise<void> {
  const { version, files } = built.release;
  // Where it comes from may differ: what was signed stays.
  const { bytes: manifest = built.manifest } = (await publishedAlike(target, built)) ?? {};
  const work = createHash('sha256').update(manifest).digest('hex');
  const mine = claimHere(version, work, Object.keys(files));
  const [other] = await claim(target, [mine]);
  if (other) throw inTheWay(other);
  await upload(target, built, privateKey, signal);
  signal?.throwIfAborted();
  if (isExpired(mine, LEASE / 2))
    throw new Error('It took so long that somebody may remove it meanwhile; release again');
  await pointAt(target, version, 'release');
}

const inTheWay = (other: Claim) =>
  new Error(
    `${other.version} is being ${isRemoval(other) ? 'removed' : 'published with other bytes'} by ${other.by} since ${other.since}; release again when that has ended, or ${String(LEASE / 60_000)} minutes later`,
  );

async function upload(
  target: ReleaseTarget,
  built: BuiltRelease,
  privateKey: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { release, manifest, read } = built;
  const named = (file: string) => `${release.version}/${file}`;
  const sign = (bytes: Buffer) =>
    target.write(named(ORIGIN_FILES.signature), Buffer.from(signManifest(bytes, privateKey)));

  const published = await publishedAlike(target, built);
  if (published) {
    // A key may have been changed since; what it signs is what was compared just now.
    if (!isSignedBy([publicKeyOf(privateKey)], published.bytes, published.signature)) {
      await sign(published.bytes);
    }
    return;
  }
  await inParallel(Object.keys(release.files), UPLOADS, async (file) => {
    signal?.throwIfAborted();
    await target.write(named(file), await read(file));
  });
  signal?.throwIfAborted();
  await target.write(named(ORIGIN_FILES.manifest), manifest);
  await sign(manifest);
}

/** The version as it is published whole, if it is. Rejects when a file of it has other bytes. */
async function publishedAlike(
  target: ReleaseTarget,
  { release }: BuiltRelease,
): Promise<PublishedManifest | null> {
  const published = await publishedManifest(target, release.version);
  const difference = published && firstDifference(published.release, release);
  if (difference) throw new PublishedDifferentlyError(release.version, difference);
  return published;
}

/** First file in which two releases differ, `null` when in none. Where they come from makes no difference. */
function firstDifference(one: ReleaseManifest, other: ReleaseManifest): string | null {
  const files = [...new Set([...Object.keys(one.files), ...Object.keys(other.files)])].sort();
  const differing = files.find((file) => !isDeepStrictEqual(one.files[file], other.files[file]));
  if (differing !== undefined) return differing;
  return isDeepStrictEqual(withoutOrigin(one), withoutOrigin(other)) ? null : ORIGIN_FILES.manifest;
}

const withoutOrigin = (release: ReleaseManifest) => ({ ...release, commit: null, provenance: null });
