import type { ReleaseManifest } from '@vidlunnia/contracts/release';
import { sizeOf } from './published';

/** Bytes as people read them. */
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** One line about a release's size, and about what is new in it against the current one. */
export function sizeReport(release: ReleaseManifest, current: ReleaseManifest | null): string {
  const files = Object.values(release.files);
  const total = sizeOf(release);
  const size = `${release.version}: ${String(files.length)} files, ${kilobytes(total)}`;
  if (!current) return `${size}; it is the first release`;
  const difference = total - sizeOf(current);
  // Under whatever name.
  const known = new Set(Object.values(current.files).map(({ sha384 }) => sha384));
  const added = files.filter(({ sha384 }) => !known.has(sha384));
  const bytes = added.reduce((sum, file) => sum + file.size, 0);
  return `${size} (${difference < 0 ? '−' : '+'}${kilobytes(Math.abs(difference))} against ${current.version}); new: ${String(added.length)} files, ${kilobytes(bytes)}`;
}
