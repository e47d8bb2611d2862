import { checkContract } from './contract-check';
import { readPointer } from './history';
import { readKey, type Key } from './keys';
import { publish } from './publish';
import { publishedManifest } from './published';
import { runSteps } from './release-steps';
import { settle } from './settle';
import { checkStyles } from './style-check';
import { isSignedBy } from './signature';
import { sizeReport } from './sizes';
import type { Team } from './team';
import { workingTree, type WorkingTree } from './working-tree';

const DRY_RUN = '--dry-run';

/** `npm run release [-- --dry-run]`: checks, builds, signs and publishes the working tree; waits until it is live. */
export async function release(
  team: Team,
  args: readonly string[],
  signal: AbortSignal,
  tree: WorkingTree = workingTree(team.remote),
): Promise<void> {
  const { remote, environment, target, site, say } = team;
  const unknown = args.find((arg) => arg !== DRY_RUN);
  if (unknown !== undefined) throw new Error(`“${unknown}” is unknown here; there is ${DRY_RUN}`);
  const dry = args.includes(DRY_RUN);
  // Asked for first: nobody should wait for tests to hear that there is none.
  const key = dry ? null : await readKey(remote, environment);

  // Sources with an import that leads nowhere have no version: the steps say so in their own words.
  const version = await tree.version().catch(() => null);
  if (key && version !== null && (await isCurrent(team, version, key))) {
    say(`${version} is current already: nothing has changed since it was released`);
    await settle(team, version, await site.ask(), signal);
    return;
  }
  await runSteps(tree.steps, say, signal);
  const built = await tree.readBuilt();
  const before = await site.ask();
  say(`Contract: it fits ${checkContract(built.release, before, site.url)}`);
  say(`Styles: ${await checkStyles(built)}`);
  say(sizeReport(built.release, await currentRelease(team)));
  if (!key) {
    say('Dry run: nothing was signed or published');
    return;
  }
  say('Signing and publishing…');
  await publish(target, built, key.privateKey, signal);
  say(`Published ${built.release.version}`);
  await settle(team, built.release.version, before, signal);
}

/** Whether the pointer names a version that is published whole and bears this key's signature. */
async function isCurrent({ target }: Team, version: string, { publicKey }: Key): Promise<boolean> {
  if ((await readPointer(target)) !== version) return false;
  const published = await publishedManifest(target, version);
  return published !== null && isSignedBy([publicKey], published.bytes, published.signature);
}

async function currentRelease({ target }: Team) {
  const version = await readPointer(target);
  const published = version === null ? null : await publishedManifest(target, version);
  return published?.release ?? null;
}
