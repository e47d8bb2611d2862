import { NOT_CHECKED, WITHOUT_BROWSER, type Gate, type GateOptions } from './gate/gate';
import { checkContract } from './contract-check';
import type { ReleaseReport } from '@vidlunnia/contracts/release-report';
import type { BuiltRelease } from './built-release';
import { readHistory, readPointer } from './history';
import { readKey, type Key } from './keys';
import { publish } from './publish';
import { checkReact } from './react-check';
import { publishedManifest } from './published';
import { pruneAsSet } from './retention';
import { runSteps } from './release-steps';
import { settle } from './settle';
import { checkStyles } from './style-check';
import { isSignedBy } from './signature';
import { sizeReport } from './sizes';
import type { Say, Team } from './team';
import type { WorkingTree } from './working-tree';

const DRY_RUN = '--dry-run';
const NO_SITE = '--no-site';
const FLAGS = [DRY_RUN, NO_SITE, WITHOUT_BROWSER];

/**
 * `npm run release [-- --dry-run] [-- --no-site] [-- --without-browser]`: checks, builds, signs and publishes the
 * working tree; waits until it is live. Without a site that ingests it nothing is published, unless `--no-site` says
 * that none is expected.
 */
export async function release(
  team: Team,
  args: readonly string[],
  signal: AbortSignal,
  tree: WorkingTree,
): Promise<void> {
  const { remote, environment, target, site, say } = team;
  const unknown = args.find((arg) => !FLAGS.includes(arg));
  if (unknown !== undefined) {
    throw new Error(`“${unknown}” is unknown here; there are ${FLAGS.join(', ')}`);
  }
  const dry = args.includes(DRY_RUN);
  // Asked for first: nobody should wait for tests to hear that there is none.
  const key = dry ? null : await readKey(remote, environment);

  const version = tree.version();
  if (key && (await isCurrent(team, version, key))) {
    say(`${version} is current already: nothing has changed since it was released`);
    await settle(team, version, await site.ask(), signal);
    return;
  }
  // Nor that nobody would get it.
  const report = await site.ask();
  if (key && !args.includes(NO_SITE)) await checkSite(team, report);
  // Tried with these releases, it need not be tried again.
  const trial = typeof report === 'string' ? null : `${version} beside ${report.releaseSet}`;
  const inBrowser = !args.includes(WITHOUT_BROWSER);
  const { built, before } = await checkedBuild(team, tree, { inBrowser, trial, signal });
  if (!key) {
    say('Dry run: nothing was signed or published');
    return;
  }
  say('Signing and publishing…');
  await publish(target, built, key.privateKey, signal);
  say(`Published ${built.release.version}`);
  await settle(team, built.release.version, before, signal);
  await pruneAsSet(target, environment, say, versionsAt(await site.ask(), remote.name));
}

/** Versions that a site has live, or may go back to. */
function versionsAt(report: ReleaseReport | string, name: string): string[] {
  const state = typeof report === 'string' ? undefined : report.remotes[name];
  return [state?.live, ...(state?.previous ?? [])].flatMap((each) => (each ? [each.version] : []));
}

/** Builds the working tree and checks what was built by all that there is. */
async function checkedBuild(
  team: Team,
  tree: WorkingTree,
  { inBrowser, trial, signal }: GateOptions & { readonly trial: string | null },
): Promise<{ readonly built: BuiltRelease; readonly before: ReleaseReport | string }> {
  const { remote, say, site } = team;
  const isHeld = inBrowser && trial !== null && tree.held.read() === trial;
  let opening: Promise<Gate> | undefined;
  /** After the build has begun: loading what drives a browser would hold it up. */
  const onBuilding = (ended: AbortSignal) => {
    if (!isHeld) opening = tree.openGate?.(team, { inBrowser, signal: ended });
    return opening;
  };
  const onBuilt = async () => {
    const built = await tree.readBuilt();
    const before = await site.ask();
    say(`Contract: it fits ${await checkContract(built.release, remote, before, site.url)}`);
    say(`Styles: ${await checkStyles(built)}`);
    await checkReact(built);
    say(sizeReport(built.release, await currentRelease(team)));
    if (isHeld) {
      say('Browser: it held beside the releases that are live, and is the same');
      return { built, before };
    }
    const gate = await opening;
    if (!gate) {
      say('Not tried as a page here: the site does, before it shows it to anybody');
      return { built, before };
    }
    await inTime('Render-test', say, () => gate.renderTest(built).then(() => 'right'));
    if (inBrowser) {
      await inTime('Browser', say, () => gate.compareInBrowser(built));
      if (trial !== null) tree.held.write(trial);
    } else say(`Not checked, without a browser: ${NOT_CHECKED}`);
    return { built, before };
  };
  try {
    return await runSteps(tree.steps, { onBuilding, onBuilt, say, signal });
  } finally {
    await opening?.then(
      (gate) => gate.close(),
      () => undefined,
    );
  }
}

/** Says what came of a check, and how long it took. */
async function inTime(title: string, say: Say, check: () => Promise<string>): Promise<void> {
  const started = Date.now();
  const outcome = await check();
  say(`${title}: ${outcome}, ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/** Throws when no site would ingest what is published here: nobody could say then what became of it. */
async function checkSite({ remote, target, site }: Team, report: ReleaseReport | string): Promise<void> {
  const fix = `Nothing was published. Set SITE_URL to the site that visitors get, or release with ${NO_SITE}`;
  if (typeof report === 'string') throw new Error(`${report}. ${fix}`);
  const live = report.remotes[remote.name]?.live?.version;
  if (live === undefined) return;
  const history = await readHistory(target);
  if (history.some(({ version }) => version === live)) return;
  throw new Error(
    `${site.url} has ${remote.name} ${live} live, which was never published here: it reads another origin. ${fix}`,
  );
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
