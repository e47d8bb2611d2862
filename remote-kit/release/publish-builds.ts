import { originFolder } from '../environment/places';
import { valueOf, type Environment } from '../environment/read-settings';
import { workspaces } from '../environment/topology';
import { readBuiltRelease, type BuiltRelease } from './built-release';
import { directoryTarget } from './directory-target';
import { ensureKey, readKey } from './keys';
import { publish, PublishedDifferentlyError } from './publish';
import { publishedManifest } from './published';
import type { ReleaseTarget } from './release-target';
import { pruneAsSet } from './retention';
import type { Say, Team } from './team';

/**
 * Publishes what is built to every team's origin, signed with a key of this machine that is made when there is none.
 * Gives the variables by which a shell knows these keys; one that is set already stays as it is.
 */
export async function publishBuilds(
  environment: Environment,
  onLine: (folder: string, line: string) => void,
  read: typeof readBuiltRelease = readBuiltRelease,
): Promise<Record<string, string>> {
  const variables = workspaces.map(async (remote) => {
    const key = await ensureKey(remote, environment);
    const target = directoryTarget(originFolder(remote, environment));
    const say = (line: string) => {
      onLine(remote.folder, line);
    };
    await publishBuild(target, await read(remote), key.privateKey, say);
    await pruneAsSet(target, environment, say);
    return [
      remote.publicKeyVariable,
      valueOf(remote.publicKeyVariable, environment) ?? key.publicKey,
    ] as const;
  });
  return Object.fromEntries(await Promise.all(variables));
}

/**
 * Publishes a team's build and points at it. What is published under its version already, from the same sources but
 * built elsewhere, stays; `say` reports it.
 */
async function publishBuild(
  target: ReleaseTarget,
  built: BuiltRelease,
  privateKey: string,
  say: Say,
): Promise<void> {
  try {
    await publish(target, built, privateKey);
  } catch (error) {
    if (!(error instanceof PublishedDifferentlyError)) throw error;
    // The same sources, built with other tools: what visitors have had under this name stays.
    say(`${error.message}; the site starts with what is published`);
    const kept = await publishedManifest(target, error.version);
    if (!kept) throw error;
    const read = async (file: string) => (await target.read(`${error.version}/${file}`)) ?? Buffer.alloc(0);
    await publish(target, { release: kept.release, manifest: kept.bytes, read }, privateKey);
  }
}

/** `publish` of a release's image: publishes the build that lies in it, without a check or a build of its own. */
export async function publishBuilt({ remote, environment, target, say }: Team): Promise<void> {
  const { privateKey } = await readKey(remote, environment);
  await publishBuild(target, await readBuiltRelease(remote), privateKey, say);
  await pruneAsSet(target, environment, say);
  say(`${remote.folder} is published`);
}
