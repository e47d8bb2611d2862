import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseChecked } from '@vidlunnia/contracts/checked';
import { ORIGIN_FILES, PointerSchema, RELEASE_LIMITS } from '@vidlunnia/contracts/release';
import { inParallel } from '@vidlunnia/releases/in-parallel';
import type { ReleaseStore } from './release-store';
import type { Team } from './team';
import { verifyManifest } from './verify';

/** Milliseconds. */
const POINTER_TIMEOUT = 2_000;
/** Bytes; a pointer has about thirty. */
const POINTER_LIMIT = 1_024;
/** Milliseconds for one file of a release. */
const FILE_TIMEOUT = 10_000;
/** Files that are requested in parallel. */
const PARALLEL = 6;
/** Bytes; a signature has 88. */
const SIGNATURE_LIMIT = 1_024;

/** The version that a team's pointer names. */
export async function discover({ origin }: Team): Promise<string> {
  const name = ORIGIN_FILES.pointer;
  return parseChecked(PointerSchema, await readOrigin(origin, name, POINTER_LIMIT, POINTER_TIMEOUT), name)
    .version;
}

/**
 * Copies a whole release to this machine, unless the store has it. Resolves to the copy's directory: only the lengths
 * of its files are verified so far. Leaves nothing behind when it rejects.
 */
export async function download(team: Team, version: string, store: ReleaseStore): Promise<string> {
  const { name } = team.remote;
  if (store.has(name, version)) return store.directory(name, version);
  const copy = await store.makeRoom();
  const read = (file: string, limit: number) =>
    readOrigin(`${team.origin}/${version}`, file, limit, FILE_TIMEOUT);
  try {
    const manifest = await read(ORIGIN_FILES.manifest, RELEASE_LIMITS.manifest);
    const signature = await read(ORIGIN_FILES.signature, SIGNATURE_LIMIT);
    // Verify the signature before trusting the manifest: no file that it names is requested before.
    const { files } = verifyManifest(team, version, manifest, signature.toString('utf8'));
    await inParallel(Object.entries(files), PARALLEL, async ([file, { size }]) => {
      const target = path.join(copy, file);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, await read(file, size));
    });
    await writeFile(path.join(copy, ORIGIN_FILES.signature), signature);
    await writeFile(path.join(copy, ORIGIN_FILES.manifest), manifest);
    return copy;
  } catch (error) {
    // The disk may fail here again: report the first failure.
    await store.discard(copy).catch(() => undefined);
    throw error;
  }
}

/**
 * Reads a file in a folder of a team's origin, of at most `limit` bytes, in `timeout` milliseconds. Rejects when it is
 * missing, too long or cut off; without its address, since rejections are public.
 */
async function readOrigin(folder: string, name: string, limit: number, timeout: number): Promise<Buffer> {
  const signal = AbortSignal.timeout(timeout);
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
      if (length > limit) break;
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new Error(`${name} broke off`, { cause });
  }
  if (length > limit) throw new Error(`${name} is longer than ${String(limit)} bytes`);
  return Buffer.concat(chunks);
}
