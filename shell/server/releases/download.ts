import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseChecked } from '@vidlunnia/contracts/checked';
import { ORIGIN_FILES, PointerSchema, RELEASE_LIMITS } from '@vidlunnia/contracts/release';
import type { Step } from '@vidlunnia/contracts/release-report';
import { ReleaseRejected } from './rejections';
import type { ReleaseStore } from './release-store';
import type { Team } from './team';
import { verifyManifest } from './verify';

/** Milliseconds for the pointer, and its bytes at most: it has some thirty. */
const POINTER = { timeout: 2_000, limit: 1_024 };
/** Milliseconds for one file of a release. */
const FILE_TIMEOUT = 10_000;
/** Files that are requested at a time. */
const PARALLEL = 6;
/** Bytes; a signature has 88. */
const SIGNATURE_LIMIT = 1_024;

/** The version that a team's pointer names. */
export async function discover({ origin }: Team): Promise<string> {
  const name = ORIGIN_FILES.pointer;
  const bytes = await readOrigin({ url: `${origin}/${name}`, name, ...POINTER, step: 'discover' });
  return parseChecked(PointerSchema, bytes, name).version;
}

/**
 * Copies a whole release to this machine, unless the store has it. Resolves to the copy's directory: nothing about its
 * files is verified yet but their lengths. Rejects with `ReleaseRejected` and leaves nothing then.
 */
export async function download(team: Team, version: string, store: ReleaseStore): Promise<string> {
  const { name } = team.remote;
  if (store.has(name, version)) return store.directory(name, version);
  const copy = await store.makeRoom();
  const read = (file: string, limit: number) =>
    readOrigin({
      url: `${team.origin}/${version}/${file}`,
      name: file,
      limit,
      timeout: FILE_TIMEOUT,
      step: 'download',
    });
  try {
    const manifest = await read(ORIGIN_FILES.manifest, RELEASE_LIMITS.manifest);
    const signature = await read(ORIGIN_FILES.signature, SIGNATURE_LIMIT);
    // Verify the signature before trusting the manifest: nothing that it names is requested otherwise.
    const { files } = verifyManifest(team, version, manifest, signature.toString('utf8'));
    await forEachInParallel(Object.entries(files), async ([file, { size }]) => {
      const target = path.join(copy, file);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, await read(file, size));
    });
    await writeFile(path.join(copy, ORIGIN_FILES.signature), signature);
    await writeFile(path.join(copy, ORIGIN_FILES.manifest), manifest);
    return copy;
  } catch (error) {
    // The disk may fail here again: the first failure is the one to report.
    await store.discard(copy).catch(() => undefined);
    throw error;
  }
}

/** Some at a time; the first failure ends the rest, and is thrown once none is under way. */
async function forEachInParallel<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const workThrough = async () => {
    for (let item = items.shift(); item; item = items.shift()) {
      await work(item).catch((error: unknown) => {
        items.length = 0;
        throw error;
      });
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: PARALLEL }, workThrough));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

interface OriginFile {
  readonly url: string;
  /** The file's name in a rejection: addresses of the network behind are nobody's business. */
  readonly name: string;
  /** Bytes that are read at most. */
  readonly limit: number;
  /** Milliseconds for the whole file. */
  readonly timeout: number;
  readonly step: Step;
}

/** Reads a file of a team's origin. Rejects when it is not there, too long, or breaks off. */
async function readOrigin({ url, name, limit, timeout, step }: OriginFile): Promise<Buffer> {
  const signal = AbortSignal.timeout(timeout);
  const response = await fetch(url, { signal, redirect: 'error' }).catch((cause: unknown) => {
    throw new ReleaseRejected(step, `${name} could not be reached`, { cause });
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new ReleaseRejected(step, `${name} answered ${String(response.status)}`);
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
    throw new ReleaseRejected(step, `${name} broke off`, { cause });
  }
  if (length > limit) throw new ReleaseRejected(step, `${name} is longer than ${String(limit)} bytes`);
  return Buffer.concat(chunks);
}
