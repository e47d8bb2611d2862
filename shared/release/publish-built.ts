import { readBuiltRelease } from './built-release';
import { readKey } from './keys';
import { publishBuild } from './publish-builds';
import type { Team } from './team';

/** `publish` of a release's image: publishes the build that lies in it, without a check or a build of its own. */
export async function publishBuilt({ remote, environment, target, say }: Team): Promise<void> {
  const { privateKey } = await readKey(remote, environment);
  await publishBuild(target, await readBuiltRelease(remote), privateKey, say);
  say(`${remote.folder} is published`);
}
