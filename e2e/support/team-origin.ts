import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { REMOTE_NAMES, type RemoteName } from '@vidlunnia/contracts';
import type { Rollout } from '@vidlunnia/releases/release';
import { folderStore } from '@vidlunnia/releases/folder-store';
import { makeKeyPair, makePreviewToken, PREVIEW_PATH } from '@vidlunnia/releases/signature';
import { buildOrigin } from '@vidlunnia/remote-kit/release/origin';
import { pointAt, publish, readBuiltRelease, releasesAt } from '@vidlunnia/remote-kit/release/publish';
import { renameRelease, type Change } from '@vidlunnia/remote-kit/release/testing';
import { folderOf, readRemote, remoteNamed } from '@vidlunnia/settings/topology';
import { repository } from './site';

/** Starts a team's origin with the build in a folder, which may get variants, all signed. */
export async function startOriginOf(folder: string) {
  const built = await readBuiltRelease(readRemote(path.join(repository, folder)));
  const { name: remote } = built.release;
  const { privateKey, publicKey } = makeKeyPair();
  const root = await mkdtemp(path.join(tmpdir(), 'vidlunnia-origin-'));
  const target = folderStore(root);
  await publish(target, built, privateKey);
  const server = await buildOrigin(root);
  return {
    origin: await server.listen({ port: 0, host: '127.0.0.1' }),
    /** Public key of its releases. */
    publicKey,
    /** The pointer's version. */
    current: async () => (await releasesAt(target).current()) ?? '',
    /**
     * Releases the built code under another version. `change` returns each text file's new text; names, sizes and
     * hashes are updated. `rollout` releases to a share of the visitors.
     */
    release: async (next: string, change?: Change, rollout?: Rollout): Promise<void> => {
      await publish(target, await renameRelease(built, next, change), privateKey, { rollout });
    },
    /** Publishes a candidate in the same way. Resolves to its link. */
    publishCandidate: async (site: string, next: string, change?: Change): Promise<string> => {
      const until = Math.floor(Date.now() / 1000) + 3_600;
      const candidate = await renameRelease(built, next, change);
      await publish(target, candidate, privateKey, { until: new Date(until * 1000) });
      const token = makePreviewToken(site, { remote, version: next, until }, privateKey);
      return `${site}${PREVIEW_PATH}?token=${token}`;
    },
    /** Promotes a candidate by the pointer. */
    promote: (next: string) => pointAt(target, next, 'release', privateKey),
    stop: async () => {
      await server.close();
      await rm(root, { recursive: true, force: true });
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
