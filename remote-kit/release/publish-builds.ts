import { PublishedDifferentlyError } from '@vidlunnia/releases/versioned-store';
import { valueOf, type Environment } from '@vidlunnia/settings';
import { readTopology } from '@vidlunnia/settings/topology';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { readBuiltRelease, type BuiltRelease } from './built-release';
import { ensureKey, readKey } from './keys';
import { pointAt, pruneAndSay, publish, publishedManifest, signPublished } from './publish';
import { folderTarget, type Team } from './team';

/**
 * Publishes every team's build to its origin, signed with a key of this machine; makes missing keys. Returns the
 * variables with these keys for a shell; variables that are set are unchanged.
 */
export async function publishBuilds(
  environment: Environment,
  onLine: (folder: string, line: string) => void,
  read: typeof readBuiltRelease = readBuiltRelease,
): Promise<Record<string, string>> {
  const variables = readTopology(repositoryRoot()).workspaces.map(async (remote) => {
    const { privateKey, publicKey } = await ensureKey(remote, environment);
    const target = folderTarget(remote, environment);
    const say = (line: string) => {
      onLine(remote.folder, line);
    };
    await publishBuild({ target, say }, await read(remote), privateKey);
    return [remote.publicKeyVariable, valueOf(remote.publicKeyVariable, environment) ?? publicKey] as const;
  });
  return Object.fromEntries(await Promise.all(variables));
}

/** `publish` in a release's image: publishes the build in the image, without checks. */
export async function publishBuilt(team: Team): Promise<void> {
  const { remote, environment, say } = team;
  const { privateKey } = await readKey(remote, environment);
  await publishBuild(team, await readBuiltRelease(remote), privateKey);
  say(`${remote.folder} is published`);
}

/**
 * Publishes a team's build. If the version is already published with other bytes, from other tools, those are kept:
 * visitors have them.
 */
async function publishBuild(
  { target, say }: Pick<Team, 'target' | 'say'>,
  built: BuiltRelease,
  privateKey: string,
): Promise<void> {
  await pruneAndSay(target, say);
  try {
    await publish(target, built, privateKey);
  } catch (error) {
    const isComplete = (await publishedManifest(target, built.release.version)) !== null;
    if (!(error instanceof PublishedDifferentlyError) || !isComplete) throw error;
    say(`${error.message}; the site starts with what is published`);
    await signPublished(target, built.release.version, privateKey);
    await pointAt(target, built.release.version, 'release');
  }
}
