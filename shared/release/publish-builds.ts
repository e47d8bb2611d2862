import { valueOf, type Environment } from '../build/environment';
import { remoteList, type Remote } from '../build/topology';
import { readBuiltRelease } from './built-release';
import { directoryTarget } from './directory-target';
import { pointAt } from './history';
import { ensureKey } from './keys';
import { originFolder } from './places';
import { publish, PublishedDifferentlyError } from './publish';

/**
 * Publishes what is built to every team's origin, signed with a key of this machine that is made when there is none.
 * Gives the variables by which a shell knows these keys; one that is set already stays as it is.
 */
export async function publishBuilds(
  environment: Environment,
  onLine: (folder: string, line: string) => void,
): Promise<Record<string, string>> {
  const variables = remoteList.map(async (remote) => {
    const key = await ensureKey(remote, environment);
    await publishBuild(remote, environment, key.privateKey, onLine);
    return [
      remote.publicKeyVariable,
      valueOf(remote.publicKeyVariable, environment) ?? key.publicKey,
    ] as const;
  });
  return Object.fromEntries(await Promise.all(variables));
}

async function publishBuild(
  remote: Remote,
  environment: Environment,
  privateKey: string,
  onLine: (folder: string, line: string) => void,
): Promise<void> {
  const target = directoryTarget(originFolder(remote, environment));
  try {
    await publish(target, await readBuiltRelease(remote), privateKey);
  } catch (error) {
    if (!(error instanceof PublishedDifferentlyError)) throw error;
    // The same sources, built elsewhere: what visitors have had under this name stays.
    onLine(remote.folder, `${error.message}; the site starts with what is published`);
    await target.exclusively(() => pointAt(target, error.version, 'release'));
  }
}
