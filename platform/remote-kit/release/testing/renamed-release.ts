import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ORIGIN_FILES, type ReleaseManifest } from '@vidlunnia/releases/release';

export type ReleaseFiles = ReadonlyMap<string, Buffer>;

const COMPRESSED = /\.(?:br|gz)$/;
const ENTRY = 'client/remoteEntry.js';
const TEXT = /\.(?:js|css|json|txt)$/;

export async function readRelease(directory: string): Promise<ReleaseFiles> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const pairs = files.map(async (file) => [path.relative(directory, file), await readFile(file)] as const);
  return new Map(await Promise.all(pairs));
}

export function manifestOf(files: ReleaseFiles): Buffer {
  const manifest = files.get(ORIGIN_FILES.manifest);
  if (!manifest) throw new Error('The release has no manifest');
  return manifest;
}

const read = (files: ReleaseFiles) => JSON.parse(manifestOf(files).toString('utf8')) as ReleaseManifest;

/**
 * Makes a second release from a built one: replaces the version, also in its code (container, chunk registry, class
 * names), and applies `change` to each text file. Names, sizes and hashes are correct.
 */
export function renameRelease(
  files: ReleaseFiles,
  version: string,
  change: (file: string, text: string) => string = (_, text) => text,
): ReleaseFiles {
  const before = read(files).version;
  const result = new Map<string, Buffer>();
  // Compressed copies would have the old content.
  const kept = [...files].filter(([file]) => !COMPRESSED.test(file));
  for (const [file, bytes] of kept) {
    const text = () => bytes.toString('utf8').replaceAll(before, version);
    result.set(file, TEXT.test(file) ? Buffer.from(change(file, text())) : bytes);
  }
  // The entry checks the scripts and style sheets that it loads: it needs their new hashes.
  let entry = String(result.get(ENTRY) ?? '');
  for (const [file, bytes] of kept)
    entry = entry.replace(factsOf(bytes).sha384, factsOf(result.get(file)).sha384);
  result.set(ENTRY, Buffer.from(entry));
  const manifest = read(result);
  const listed = Object.keys(manifest.files).filter((file) => !COMPRESSED.test(file));
  const facts = listed.map((file) => [file, factsOf(result.get(file))] as const);
  const changed = { ...manifest, files: Object.fromEntries(facts) };
  return result.set(ORIGIN_FILES.manifest, Buffer.from(JSON.stringify(changed)));
}

function factsOf(bytes: Buffer | undefined) {
  if (!bytes) throw new Error('The release names a file that it has not');
  return { size: bytes.length, sha384: createHash('sha384').update(bytes).digest('base64') };
}
