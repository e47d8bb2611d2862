import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ORIGIN_FILES, RELEASE_LIMITS, type ReleaseManifest } from '@vidlunnia/shared/contracts/release';
import { readOrigin, readOriginWhole } from './read-origin';
import { rejection } from './release-rejected';
import type { ReleaseStore } from './release-store';
import type { Team } from './team';
import { readDescription } from './verify';

/** Milliseconds for one file of a release. */
const FILE_TIMEOUT = 10_000;
/** Files that are asked for at a time. */
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
  try {
    const description = await read(team, version, ORIGIN_FILES.manifest, RELEASE_LIMITS.manifest);
    const signature = await read(team, version, ORIGIN_FILES.signature, SIGNATURE_LIMIT);
    // Before anything that it names is asked for: of a description that its team did not sign no word counts.
    const release = readDescription(team, version, description, signature.toString('utf8'));
    await copyFiles(team, release, copy);
    await writeFile(path.join(copy, ORIGIN_FILES.signature), signature);
    await writeFile(path.join(copy, ORIGIN_FILES.manifest), description);
    return copy;
  } catch (error) {
    await store.discard(copy);
    throw error;
  }
}

const read = (team: Team, version: string, name: string, limit: number) =>
  readOriginWhole({
    url: `${team.origin}/${version}/${name}`,
    name,
    limit,
    timeout: FILE_TIMEOUT,
    reject: rejection(team.remote.name, version, 'download'),
  });

async function copyFiles(team: Team, release: ReleaseManifest, copy: string): Promise<void> {
  const waiting = Object.entries(release.files);
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, { size }] = next;
      await copyFile(team, release.version, name, size, path.join(copy, name));
    }
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

async function copyFile(
  team: Team,
  version: string,
  name: string,
  size: number,
  target: string,
): Promise<void> {
  const reject = rejection(team.remote.name, version, 'download');
  await mkdir(path.dirname(target), { recursive: true });
  const url = `${team.origin}/${version}/${name}`;
  await pipeline(
    readOrigin({ url, name, limit: size, timeout: FILE_TIMEOUT, reject }),
    createWriteStream(target),
  );
}
