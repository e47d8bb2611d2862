import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseChecked } from '@vidlunnia/contracts/checked';
import type { ShellContract } from '@vidlunnia/contracts/release-report';
import {
  ORIGIN_FILES,
  RELEASE_LIMITS,
  ReleaseManifestSchema,
  SAFE_FILE,
  type ReleaseManifest,
} from '@vidlunnia/contracts/release';
import { incompatibilities } from '@vidlunnia/releases/shell-contract';
import { isSignedBy } from '@vidlunnia/releases/signature';
import { styleProblems } from '@vidlunnia/releases/style-problems';
import { isRemoteName } from '@vidlunnia/settings/topology';
import { rejectedAt, ReleaseRejected } from './rejections';
import type { Team } from './team';

/** The server's entry in every build: the release set does not have it, since browsers read the set too. */
export const SERVER_ENTRY = 'server/remoteEntry.js';

/**
 * Verifies a copy of a release, only from the disk: its signature, its manifest, every file's bytes, that its style
 * sheets stay inside the remote, and that it fits this shell. Rejects with `ReleaseRejected`.
 */
export async function verifyCopy(
  team: Team,
  version: string,
  directory: string,
  contract: ShellContract,
): Promise<ReleaseManifest> {
  const read = (name: string) =>
    readFile(path.join(directory, name)).catch((cause: unknown) => {
      throw reject(`${name} cannot be read`, cause);
    });
  const signature = await read(ORIGIN_FILES.signature);
  const bytes = await read(ORIGIN_FILES.manifest);
  const manifest = verifyManifest(team, version, bytes, signature.toString('utf8'));
  for (const [name, { size, sha384 }] of Object.entries(manifest.files)) {
    const content = await read(name);
    if (content.length !== size) {
      throw reject(`${name} has ${String(content.length)} bytes; the release names ${String(size)}`);
    }
    if (createHash('sha384').update(content).digest('base64') !== sha384) {
      throw reject(`${name} is not the file that the release names`);
    }
    const [style] = name.endsWith('.css') ? styleProblems(team.remote.name, content.toString('utf8')) : [];
    if (style !== undefined) throw reject(`${name}: ${style}`);
  }
  const [problem, ...others] = incompatibilities(manifest, contract);
  if (problem !== undefined) throw reject([problem, ...others].join('; '));
  return manifest;
}

/** Throws `ReleaseRejected` when the team did not sign the manifest, or the manifest contradicts itself. */
export function verifyManifest(
  { remote, publicKeys }: Team,
  version: string,
  bytes: Buffer,
  signature: string,
): ReleaseManifest {
  if (!isSignedBy(publicKeys, bytes, signature)) {
    const place = isRemoteName(remote.name) ? remote.publicKeyVariable : 'REMOTES_FILE';
    throw reject(`it is not signed with a key of ${remote.folder} (${place})`);
  }
  try {
    const manifest = parseChecked(ReleaseManifestSchema, bytes, ORIGIN_FILES.manifest);
    const [problem] = contradictions(manifest, remote.name, version);
    if (problem !== undefined) throw reject(problem);
    return manifest;
  } catch (error) {
    throw rejectedAt('verify', error);
  }
}

const reject = (reason: string, cause?: unknown) => new ReleaseRejected('verify', reason, { cause });

/** Contradictions in a manifest. */
function* contradictions(release: ReleaseManifest, name: string, version: string): Generator<string> {
  if (release.name !== name) yield `it is one of ${release.name}`;
  if (release.version !== version) yield `it calls itself ${release.version}`;
  // With another release's name, the page would use that release's code.
  if (release.container !== `${name}_${version}`) yield `it calls its container ${release.container}`;
  if (release.serverEntry !== SERVER_ENTRY) {
    yield `it has its server entry at ${release.serverEntry}, not at ${SERVER_ENTRY}`;
  }
  const files = Object.entries(release.files);
  const unsafe = files.find(([file]) => !SAFE_FILE.test(file));
  if (unsafe) yield `“${unsafe[0]}” is not a valid file name in a release`;
  if (files.length > RELEASE_LIMITS.files) {
    yield `it has ${String(files.length)} files; ${String(RELEASE_LIMITS.files)} are allowed`;
  }
  const bytes = files.reduce((sum, [, { size }]) => sum + size, 0);
  if (bytes > RELEASE_LIMITS.bytes) {
    yield `its files have ${String(bytes)} bytes together; ${String(RELEASE_LIMITS.bytes)} are allowed`;
  }
  const ofModules = Object.values(release.modules).flatMap(({ js, css }) => [...js, ...css]);
  const unlisted = [release.entry, release.serverEntry, ...ofModules].filter(
    (file) => !Object.hasOwn(release.files, file),
  );
  if (unlisted.length > 0) yield `it needs files that it does not list: ${unlisted.join(', ')}`;
}
