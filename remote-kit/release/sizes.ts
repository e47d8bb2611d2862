import type { ReleaseManifest } from '@vidlunnia/contracts/release';
import { newIn, sizeOf } from './published';

/** Bytes as people read them. */
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** One line about a release's size, and about what is new in it against the current one. */
export function sizeReport(release: ReleaseManifest, current: ReleaseManifest | null): string {
  const total = sizeOf(release);
  const files = String(Object.keys(release.files).length);
  const size = `${release.version}: ${files} files, ${kilobytes(total)}`;
  if (!current) return `${size}; it is the first release`;
  const difference = total - sizeOf(current);
  const added = newIn(release, current);
  return `${size} (${difference < 0 ? '−' : '+'}${kilobytes(Math.abs(difference))} against ${current.version}); new: ${String(added.files)} files, ${kilobytes(added.bytes)}`;
}
