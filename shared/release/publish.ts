import { isDeepStrictEqual } from 'node:util';
import { ORIGIN_FILES, type ReleaseManifest } from '../contracts/release';
import type { BuiltRelease } from './built-release';
import { pointAt } from './history';
import { inParallel } from './in-parallel';
import { publishedManifest } from './published';
import type { ReleaseTarget } from './release-target';
import { addRemovable } from './removable';
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
 * not moved.
 */
export function publish(
  target: ReleaseTarget,
  built: BuiltRelease,
  privateKey: string,
  signal?: AbortSignal,
): Promise<void> {
  return target.exclusively(async () => {
    await upload(target, built, privateKey, signal);
    signal?.throwIfAborted();
    await pointAt(target, built.release.version, 'release');
  });
}

async function upload(
  target: ReleaseTarget,
  { release, manifest, read }: BuiltRelease,
  privateKey: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const named = (file: string) => `${release.version}/${file}`;
  const sign = (bytes: Buffer) =>
    target.write(named(ORIGIN_FILES.signature), Buffer.from(signManifest(bytes, privateKey)));

  const published = await publishedManifest(target, release.version);
  if (published) {
    const difference = firstDifference(published.release, release);
    if (difference !== null) throw new PublishedDifferentlyError(release.version, difference);
    // A key may have been changed since; what it signs is what was compared just now.
    if (!isSignedBy([publicKeyOf(privateKey)], published.bytes, published.signature)) {
      await sign(published.bytes);
    }
    return;
  }
  const files = Object.keys(release.files);
  // If this one does not come to its end, the next one knows what to remove.
  await addRemovable(target, [{ version: release.version, files }]);
  await inParallel(files, UPLOADS, async (file) => {
    signal?.throwIfAborted();
    await target.write(named(file), await read(file));
  });
  signal?.throwIfAborted();
  await target.write(named(ORIGIN_FILES.manifest), manifest);
  await sign(manifest);
}

/** First file in which two releases differ, `null` when in none. Where they come from makes no difference. */
function firstDifference(one: ReleaseManifest, other: ReleaseManifest): string | null {
  const files = [...new Set([...Object.keys(one.files), ...Object.keys(other.files)])].sort();
  const differing = files.find((file) => !isDeepStrictEqual(one.files[file], other.files[file]));
  if (differing !== undefined) return differing;
  return isDeepStrictEqual(withoutOrigin(one), withoutOrigin(other)) ? null : ORIGIN_FILES.manifest;
}

const withoutOrigin = (release: ReleaseManifest) => ({ ...release, commit: null, provenance: null });
