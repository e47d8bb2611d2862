import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseChecked } from '@vidlunnia/contracts/checked';
import type { RemotePackage } from '@vidlunnia/settings/topology';
import { ORIGIN_FILES, ReleaseManifestSchema, type ReleaseManifest } from '@vidlunnia/contracts/release';

/** The output of a team's build, ready to be published. */
export interface BuiltRelease {
  readonly release: ReleaseManifest;
  /** The exact bytes of its `release.json`. */
  readonly manifest: Buffer;
  /** A file's bytes. Rejects when they do not match the hash in the release. */
  readonly read: (file: string) => Promise<Buffer>;
}

/** Reads the release that `npm run build` built last. */
export async function readBuiltRelease(remote: RemotePackage): Promise<BuiltRelease> {
  const dist = path.join(remote.directory, 'dist');
  const version = await readFile(path.join(dist, '.version'), 'utf8').catch((cause: unknown) => {
    throw new Error(`${remote.folder} is not built`, { cause });
  });
  const directory = path.join(dist, version);
  const file = path.join(directory, ORIGIN_FILES.manifest);
  const manifest = await readFile(file);
  const release = parseChecked(ReleaseManifestSchema, manifest, file);
  return {
    release,
    manifest,
    read: async (file) => {
      const bytes = await readFile(path.join(directory, file));
      if (createHash('sha384').update(bytes).digest('base64') === release.files[file]?.sha384) return bytes;
      throw new Error(
        `${path.join(directory, file)} was altered after the build; remove ${directory} and build again`,
      );
    },
  };
}
