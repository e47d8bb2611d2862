import type { ReleaseManifest } from '@vidlunnia/releases/release';
import { fileFacts } from '@vidlunnia/releases/signature';
import type { BuiltRelease } from '../publish';

const COMPRESSED = /\.(?:br|gz)$/;
const ENTRY = 'client/remoteEntry.js';
const TEXT = /\.(?:js|css|json|txt)$/;

/** Returns a text file's new text. */
export type Change = (file: string, text: string) => string;

/**
 * Makes a second release from a built one: replaces the version, also in its code (container, chunk registry, class
 * names), and applies `change` to each text file. Names, sizes and hashes are correct.
 */
export async function renameRelease(
  built: BuiltRelease,
  version: string,
  change: Change = (_, text) => text,
): Promise<BuiltRelease> {
  const rename = (text: string) => text.replaceAll(built.release.version, version);
  // Compressed copies would have the old content.
  const names = Object.keys(built.release.files).filter((file) => !COMPRESSED.test(file));
  const files = new Map<string, Buffer>();
  let entry = '';
  const hashes: (readonly [before: string, after: string])[] = [];
  for (const file of names) {
    const bytes = await built.read(file);
    const changed = TEXT.test(file) ? Buffer.from(change(file, rename(bytes.toString('utf8')))) : bytes;
    if (file === ENTRY) entry = changed.toString('utf8');
    hashes.push([fileFacts(bytes).sha384, fileFacts(changed).sha384]);
    files.set(file, changed);
  }
  // The entry checks the scripts and style sheets that it loads: it needs their new hashes.
  for (const [before, after] of hashes) entry = entry.replace(before, after);
  files.set(ENTRY, Buffer.from(entry));
  const facts = [...files].map(([file, bytes]) => [file, fileFacts(bytes)] as const);
  const release = {
    ...(JSON.parse(rename(built.manifest.toString('utf8'))) as ReleaseManifest),
    files: Object.fromEntries(facts),
  };
  const read = (file: string) => Promise.resolve(files.get(file) ?? Buffer.alloc(0));
  return { release, manifest: Buffer.from(JSON.stringify(release)), read };
}
