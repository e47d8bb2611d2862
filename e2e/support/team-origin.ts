import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { REMOTE_NAMES, type RemoteName } from '@vidlunnia/contracts';
import { ORIGIN_FILES, type Pointer, type ReleaseManifest, type Rollout } from '@vidlunnia/releases/release';
import {
  makePreviewToken,
  PREVIEW_PATH,
  makeKeyPair,
  signManifest,
  signPointer,
} from '@vidlunnia/releases/signature';
import {
  manifestOf,
  readRelease,
  renameRelease,
  type ReleaseFiles,
} from '@vidlunnia/remote-kit/release/testing';
import { HISTORY } from '@vidlunnia/releases/versioned-store';
import { folderOf, remoteNamed } from '@vidlunnia/settings/topology';
import { repository } from './site';
import { startLocalServer } from './api-double';

type Change = (file: string, text: string) => string;

/** Starts a team's origin with the build in a folder and its variants, all signed. */
export async function startOriginOf(folder: string) {
  const dist = path.join(repository, folder, 'dist');
  const built = await readFile(path.join(dist, '.version'), 'utf8');
  const { privateKey, publicKey } = makeKeyPair();
  const files = await readRelease(path.join(dist, built));
  const releases = new Map([[built, signed(files, privateKey)]]);
  const { name: remote } = JSON.parse(manifestOf(files).toString('utf8')) as ReleaseManifest;
  let lastAt = 0;
  const history: { readonly version: string }[] = [];
  const pointerTo = (version: string, rollout?: Rollout) => {
    lastAt = Math.max(Date.now(), lastAt + 1);
    const at = new Date(lastAt).toISOString();
    history.push({ version });
    const previous = version === built ? {} : { previous: built };
    return signPointer(remote, { version, at, ...previous, ...(rollout && { rollout }) }, privateKey);
  };
  let pointer: Pointer = pointerTo(built);

  const server = await startLocalServer((request, response) => {
    const [, version = '', ...rest] = (request.url ?? '').split('/');
    const objects: Readonly<Record<string, object>> = { [ORIGIN_FILES.pointer]: pointer, [HISTORY]: history };
    const object = objects[version];
    const body = object ? Buffer.from(JSON.stringify(object)) : releases.get(version)?.get(rest.join('/'));
    if (body) response.writeHead(200).end(body);
    else response.writeHead(404).end();
  });

  const add = (version: string, change?: Change) =>
    releases.set(version, signed(renameRelease(files, version, change), privateKey));
  return {
    ...server,
    /** Public key of its releases. */
    publicKey,
    /** The pointer's version. */
    current: () => pointer.version,
    /**
     * Releases the built code under another version. `change` returns each text file's new text; names, sizes and
     * hashes are updated. `rollout` releases to a share of the visitors.
     */
    release: (version: string, change?: Change, rollout?: Rollout): void => {
      add(version, change);
      pointer = pointerTo(version, rollout);
    },
    /** Publishes a candidate in the same way. Returns its link. */
    publishCandidate: (site: string, version: string, change?: Change): string => {
      add(version, change);
      const until = Math.floor(Date.now() / 1000) + 3_600;
      return `${site}${PREVIEW_PATH}?token=${makePreviewToken(site, { remote, version, until }, privateKey)}`;
    },
    /** Promotes a candidate by the pointer. */
    promote: (version: string): void => {
      pointer = pointerTo(version);
    },
  };
}

export type TeamOrigins = Readonly<Record<RemoteName, Awaited<ReturnType<typeof startOriginOf>>>>;

/** Origins of all teams. */
export async function startTeamOrigins(): Promise<TeamOrigins> {
  const [home, blog, forms] = await Promise.all([
    startOriginOf(folderOf('home')),
    startOriginOf(folderOf('blog')),
    startOriginOf(folderOf('forms')),
  ]);
  return { home, blog, forms };
}

/** The variables by which a shell finds and verifies the teams' releases. */
export const variablesOf = (teams: TeamOrigins): Readonly<Record<string, string>> =>
  Object.fromEntries(
    REMOTE_NAMES.flatMap((name) => {
      const { originVariable, publicKeyVariable } = remoteNamed(name);
      return [
        [originVariable, teams[name].origin],
        [publicKeyVariable, teams[name].publicKey],
      ];
    }),
  );

function signed(files: ReleaseFiles, privateKey: string): ReleaseFiles {
  const signature = signManifest(manifestOf(files), privateKey);
  return new Map([...files, [ORIGIN_FILES.signature, Buffer.from(signature)]]);
}
