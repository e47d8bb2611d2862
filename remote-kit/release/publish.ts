import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { parseChecked } from '@vidlunnia/contracts/checked';
import { ORIGIN_FILES, ReleaseManifestSchema, type ReleaseManifest } from '@vidlunnia/contracts/release';
import type { BuiltRelease } from './built-release';
import { pointAt } from './history';
import { inParallel } from '@vidlunnia/releases/in-parallel';
import type { ReleaseTarget } from './release-target';
import { GRACE, noteUnnamed } from './retention';
import { isSignedBy, publicKeyOf, signManifest } from '@vidlunnia/releases/signature';

/** Concurrent uploads: a distant server takes long for each. */
const UPLOADS = 8;

/** The version is published with other content; nothing was changed. */
export class PublishedDifferentlyError extends Error {
  constructor(version: string) {
    super(`${version} is published, or being published, with other bytes, and a version never changes`);
    this.name = 'PublishedDifferentlyError';
  }
}

/**
 * Publishes a build: its manifest, files, signature, history, and last the pointer. Skips existing files. Several may
 * publish at once: the history's last version becomes live. With `until`, it becomes a candidate: its files are kept
 * until then, and history and pointer do not change. Rejects with `PublishedDifferentlyError` if the version has another
 * manifest; after any rejection, the pointer has not moved.
 */
export async function publish(
  target: ReleaseTarget,
  built: BuiltRelease,
  privateKey: string,
  { signal, until }: { readonly signal?: AbortSignal; readonly until?: Date | undefined } = {},
): Promise<void> {
  const started = Date.now();
  const { version, files } = built.release;
  // Before the note, so that repeated attempts do not delay the removal of another's unfinished release.
  await assertSame(target, built.release);
  await noteUnnamed(target, [version], until);
  // The first manifest stays, so that no other process mixes in files that it does not list.
  await target.update(`${version}/${ORIGIN_FILES.manifest}`, (bytes) => (bytes ? null : built.manifest));
  await assertSame(target, built.release);
  await inParallel(Object.entries(files), UPLOADS, async ([file, { sha384 }]) => {
    signal?.throwIfAborted();
    const there = await target.read(`${version}/${file}`);
    if (there && createHash('sha384').update(there).digest('base64') === sha384) return;
    await target.write(`${version}/${file}`, await built.read(file));
  });
  signal?.throwIfAborted();
  if (Date.now() - started > GRACE / 2)
    throw new Error('It took so long that somebody may remove it meanwhile; release again');
  await signPublished(target, version, privateKey);
  if (!until) await pointAt(target, version, 'release');
}

/** Signs a version with complete files, unless this key has signed it. */
export async function signPublished(
  target: ReleaseTarget,
  version: string,
  privateKey: string,
): Promise<void> {
  const file = `${version}/${ORIGIN_FILES.signature}`;
  const [manifest, signature] = [
    await target.read(`${version}/${ORIGIN_FILES.manifest}`),
    await target.read(file),
  ];
  if (!manifest) throw new Error(`${version} was removed meanwhile; release again`);
  if (!signature || !isSignedBy([publicKeyOf(privateKey)], manifest, signature.toString('utf8')))
    await target.write(file, Buffer.from(signManifest(manifest, privateKey)));
}

/** Rejects when the published manifest of the version differs in more than its origin. */
async function assertSame(target: ReleaseTarget, release: ReleaseManifest): Promise<void> {
  const file = `${release.version}/${ORIGIN_FILES.manifest}`;
  const bytes = await target.read(file);
  const same =
    !bytes ||
    isDeepStrictEqual(
      withoutOrigin(parseChecked(ReleaseManifestSchema, bytes, file)),
      withoutOrigin(release),
    );
  if (!same) throw new PublishedDifferentlyError(release.version);
}

const withoutOrigin = (release: ReleaseManifest) => ({ ...release, commit: null, provenance: null });
