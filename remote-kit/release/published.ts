import { parseChecked } from '@vidlunnia/contracts/checked';
import { ORIGIN_FILES, ReleaseManifestSchema, type ReleaseManifest } from '@vidlunnia/contracts/release';
import type { ReleaseTarget } from './release-target';

/** What an origin says of one of its complete releases. */
export interface PublishedManifest {
  readonly release: ReleaseManifest;
  readonly bytes: Buffer;
  readonly signature: string;
}

/** A complete release's manifest; `null` when there is none, or one that was never finished. */
export async function publishedManifest(
  target: ReleaseTarget,
  version: string,
): Promise<PublishedManifest | null> {
  // The signature is written last: with it, all else is there.
  const signature = await target.read(`${version}/${ORIGIN_FILES.signature}`);
  const bytes = signature && (await target.read(`${version}/${ORIGIN_FILES.manifest}`));
  if (!signature || !bytes) return null;
  const release = parseChecked(ReleaseManifestSchema, bytes, `${ORIGIN_FILES.manifest} of ${version}`);
  return { release, bytes, signature: signature.toString('utf8') };
}

/** Bytes of a release's files together. */
export const sizeOf = ({ files }: ReleaseManifest): number =>
  Object.values(files).reduce((sum, { size }) => sum + size, 0);
