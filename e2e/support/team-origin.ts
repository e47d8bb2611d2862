import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { REMOTE_NAMES, type RemoteName } from '@vidlunnia/contracts';
import type { Rollout } from '@vidlunnia/releases/release';
import { folderStore } from '@vidlunnia/releases/folder-store';
import { makeKeyPair, previewLink } from '@vidlunnia/releases/signature';
import { buildOrigin } from '@vidlunnia/remote-kit/release/origin';
import { pointAt, publish, readBuiltRelease } from '@vidlunnia/remote-kit/release/publish';
import { renameRelease, type Change } from '@vidlunnia/remote-kit/release/testing';
import { readRemote, remoteNamed } from '@vidlunnia/settings/topology';
import { repository } from './site';

/** Starts a team's origin with its build, which gets variants under new versions, all signed. */
async function startTeamOrigin(remote: RemoteName) {
  const built = await readBuiltRelease(readRemote(path.join(repository, remoteNamed(remote).folder)));
  const { privateKey, publicKey } = makeKeyPair();
  const root = await mkdtemp(path.join(tmpdir(), 'vidlunnia-origin-'));
  const target = folderStore(root);
  await publish(target, built, privateKey);
  const server = await buildOrigin(root);
  let isDown = false;
  server.addHook('onRequest', (request, _, done) => {
    if (isDown) request.raw.destroy();
    else done();
  });
  const publishVariant = async (change?: Change, options?: Parameters<typeof publish>[3]) => {
    const version = randomBytes(6).toString('hex');
    await publish(target, await renameRelease(built, version, change), privateKey, options);
    return version;
  };
  return {
    origin: await server.listen({ port: 0, host: '127.0.0.1' }),
    /** Public key of its releases. */
    publicKey,
    read: (name: string) => target.read(name),
    /** While it is down, it closes every connection. */
    setDown: (down: boolean): void => {
      isDown = down;
    },
    /**
     * Makes a variant live, with `rollout` first for a share of the visitors. `change` returns each text file's new text;
     * names, sizes and hashes are updated. Resolves to its version.
     */
    release: (change?: Change, rollout?: Rollout) => publishVariant(change, { rollout }),
    /** Publishes a variant as a candidate. */
    publishCandidate: async (site: string, change?: Change) => {
      const until = new Date(Date.now() + 3_600_000);
      const version = await publishVariant(change, { until });
      const grant = { remote, version, until: Math.floor(until.getTime() / 1_000) };
      return { version, link: previewLink(site, grant, privateKey) };
    },
    /** Makes a candidate live. */
    promote: (version: string) => pointAt(target, version, 'release', privateKey),
    stop: async () => {
      await server.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

export type TeamOrigins = Readonly<Record<RemoteName, Awaited<ReturnType<typeof startTeamOrigin>>>>;

/** Starts the origins of all teams. */
export async function startTeamOrigins(): Promise<TeamOrigins> {
  const [home, blog, forms] = await Promise.all([
    startTeamOrigin('home'),
    startTeamOrigin('blog'),
    startTeamOrigin('forms'),
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
