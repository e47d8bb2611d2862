import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RemoteName } from '@vidlunnia/shared/contracts';
import type { Release } from '@vidlunnia/shared/contracts/release';
import { ReleaseRefused } from './release-refused';

/** Milliseconds for one file of a release. */
const FILE_TIMEOUT = 10_000;
/** Names of files inside a release: no way leads out of its directory. */
const SAFE_NAME = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;

/** Verified local copies of releases: visitors and render workers are served from here, never from a team's origin. */
export interface ReleaseStore {
  readonly root: string;
  /** Directory of a release in the store. */
  directory(name: RemoteName, version: string): string;
  /** Copies a release whole, each file checked. Rejects with `ReleaseRefused`; the store then holds nothing of it. */
  take(name: RemoteName, release: Release, origin: string): Promise<void>;
}

export function createReleaseStore(root: string): ReleaseStore {
  const directory = (name: RemoteName, version: string) => path.join(root, name, version);
  return {
    root,
    directory,
    take: async (name, release, origin) => {
      const target = directory(name, release.version);
      if (existsSync(path.join(target, 'release.json'))) return;
      const unfinished = `${target}.${String(process.pid)}`;
      try {
        for (const [file, expected] of Object.entries(release.files)) {
          const bytes = await download(name, `${origin}/${release.version}/${file}`, file);
          verify(name, file, bytes, expected);
          await mkdir(path.dirname(path.join(unfinished, file)), { recursive: true });
          await writeFile(path.join(unfinished, file), bytes);
        }
        await writeFile(path.join(unfinished, 'release.json'), JSON.stringify(release));
        await rename(unfinished, target);
      } finally {
        await rm(unfinished, { recursive: true, force: true });
      }
    },
  };
}

async function download(name: RemoteName, url: string, file: string): Promise<Buffer> {
  if (!SAFE_NAME.test(file)) throw new ReleaseRefused(name, `“${file}” is no name for a file of a release`);
  const response = await fetch(url, { signal: AbortSignal.timeout(FILE_TIMEOUT) }).catch((cause: unknown) => {
    throw new ReleaseRefused(name, `${url} could not be reached`, { cause });
  });
  if (!response.ok) throw new ReleaseRefused(name, `${url} answered ${String(response.status)}`);
  const bytes = await response.arrayBuffer().catch((cause: unknown) => {
    throw new ReleaseRefused(name, `${url} broke off`, { cause });
  });
  return Buffer.from(bytes);
}

function verify(
  name: RemoteName,
  file: string,
  bytes: Buffer,
  { size, sha384 }: Release['files'][string],
): void {
  if (bytes.length !== size) {
    throw new ReleaseRefused(
      name,
      `${file} has ${String(bytes.length)} bytes; the release names ${String(size)}`,
    );
  }
  if (createHash('sha384').update(bytes).digest('base64') !== sha384) {
    throw new ReleaseRefused(name, `${file} is not the file that the release names`);
  }
}
