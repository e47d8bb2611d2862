import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Type } from '@sinclair/typebox';
import { checked } from '../contracts/checked';
import { REMOTE_NAME, REMOTE_NAME_RULE } from '../contracts/names';
import { isInstalled } from './repository';
import { remoteList, remoteNamed, type Remote } from './topology';

/** What a team outside of this repository says of its remote in its `package.json`. */
const PackageSchema = Type.Object({
  vidlunnia: Type.Object({
    remote: Type.String({ pattern: REMOTE_NAME.source, rule: REMOTE_NAME_RULE }),
    port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
    bundled: Type.Optional(Type.Boolean()),
  }),
});

/** The remote in whose folder npm runs its script: one of this repository, else the one that `package.json` names. */
export function remoteHere(directory = process.cwd()): Remote {
  const folder = path.basename(directory);
  // In a repository of its own the folder may have any name.
  const remote = isInstalled ? undefined : remoteList.find((candidate) => candidate.folder === folder);
  if (remote) return remote;
  const file = path.join(directory, 'package.json');
  const manifest: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  if (typeof manifest !== 'object' || manifest === null || !('vidlunnia' in manifest))
    throw new Error(
      `${folder} is not a remote of shared/environment/topology.ts, and its package.json has no "vidlunnia": { "remote": "…" }`,
    );
  const { remote: name, ...entry } = checked(PackageSchema, manifest, file).vidlunnia;
  return remoteNamed(name, entry);
}
