import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { ORIGIN_FILES, RELEASE_LIMITS, type ReleaseManifest } from '@vidlunnia/contracts/release';
import type { Step } from '@vidlunnia/contracts/release-report';
import { ReleaseRejected } from './rejections';
import type { ReleaseStore } from './release-store';
import type { Team } from './team';
import { verifyManifest } from './verify';

/** Milliseconds for one file of a release. */
const FILE_TIMEOUT = 10_000;
/** Files that are requested at a time. */
const PARALLEL = 6;
/** Bytes; a signature has 88. */
const SIGNATURE_LIMIT = 1_024;

/**
 * Copies a whole release to this machine, unless the store has it. Resolves to the copy's directory: nothing about its
 * files is verified yet but their lengths. Rejects with `ReleaseRejected` and leaves nothing then.
 */
export async function download(team: Team, version: string, store: ReleaseStore): Promise<string> {
  const { name } = team.remote;
  if (store.has(name, version)) return store.directory(name, version);
  const copy = await store.makeRoom();
  const file = (fileName: string, limit: number): OriginFile => ({
    url: `${team.origin}/${version}/${fileName}`,
    name: fileName,
    limit,
    timeout: FILE_TIMEOUT,
    step: 'download',
  });
  try {
    const bytes = await buffer(readOrigin(file(ORIGIN_FILES.manifest, RELEASE_LIMITS.manifest)));
    const signature = await buffer(readOrigin(file(ORIGIN_FILES.signature, SIGNATURE_LIMIT)));
    // Verify the signature before trusting the manifest: nothing that it names is requested otherwise.
    const { files } = verifyManifest(team, version, bytes, signature.toString('utf8'));
    await forEachFile(files, async (fileName, { size }) => {
      const target = path.join(copy, fileName);
      await mkdir(path.dirname(target), { recursive: true });
      await pipeline(readOrigin(file(fileName, size)), createWriteStream(target));
    });
    await writeFile(path.join(copy, ORIGIN_FILES.signature), signature);
    await writeFile(path.join(copy, ORIGIN_FILES.manifest), bytes);
    return copy;
  } catch (error) {
    // A disk that fails may fail here too: what is to be told is the first failure.
    await store.discard(copy).catch(() => undefined);
    throw error;
  }
}

type Files = ReleaseManifest['files'];

/** Some at a time; the first failure ends the rest, and is thrown once none is under way. */
async function forEachFile(
  files: Files,
  copyFile: (name: string, file: Files[string]) => Promise<void>,
): Promise<void> {
  const waiting = Object.entries(files);
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await copyFile(...next);
  };
  const outcomes = await Promise.allSettled(
    Array.from({ length: PARALLEL }, () =>
      work().catch((error: unknown) => {
        waiting.length = 0;
        throw error;
      }),
    ),
  );
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

interface OriginFile {
  /** Origin with the file's path. */
  readonly url: string;
  /** The file's name in a rejection: addresses of the network behind are nobody's business. */
  readonly name: string;
  /** Bytes that are read at most. */
  readonly limit: number;
  /** Milliseconds for the whole file. */
  readonly timeout: number;
  readonly step: Step;
}

/** Reads a file of a team's origin, chunk by chunk. Rejects when it is not there, too long, or breaks off. */
export async function* readOrigin({
  url,
  name,
  limit,
  timeout,
  step,
}: OriginFile): AsyncGenerator<Uint8Array> {
  const signal = AbortSignal.timeout(timeout);
  const response = await fetch(url, { signal, redirect: 'error' }).catch((cause: unknown) => {
    throw new ReleaseRejected(step, `${name} could not be reached`, { cause });
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new ReleaseRejected(step, `${name} answered ${String(response.status)}`);
  }
  if (!response.body) return;
  let length = 0;
  try {
    for await (const chunk of response.body) {
      length += chunk.length;
      if (length > limit) break;
      yield chunk;
    }
  } catch (cause) {
    throw new ReleaseRejected(step, `${name} broke off`, { cause });
  }
  if (length > limit) throw new ReleaseRejected(step, `${name} is longer than ${String(limit)} bytes`);
}
