import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseReport } from '@vidlunnia/contracts/release-report';
import { checkReact, checkStyles, sizeReport } from './build-checks';
import { repositoryRoot } from '../process/repository';
import type { BuiltRelease } from './built-release';
import { checkContract } from './contract-check';
import { NOT_CHECKED, WITHOUT_BROWSER, type Gate } from './gate/gate';
import { publishedManifest, readHistory, readPointer } from './history';
import { readKey, type Key } from './keys';
import { publish } from './publish';
import { LONGEST_PREVIEW, makePreviewToken, PREVIEW_PATH } from '@vidlunnia/releases/preview-token';
import { pruneAndSay } from './retention';
import { settle } from './settle';
import { isSignedBy } from '@vidlunnia/releases/signature';
import type { Team } from './team';
import { runStep, timed, type WorkingTree } from './working-tree';

const DRY_RUN = '--dry-run';
const NO_SITE = '--no-site';
const CANDIDATE = '--candidate';
const FOR = '--for';
const FLAGS = [DRY_RUN, NO_SITE, WITHOUT_BROWSER, CANDIDATE, FOR];

/** What the link of a candidate shows, and until when. */
export interface Preview {
  readonly link: string;
  readonly until: Date;
}

/**
 * `npm run release [-- --dry-run] [-- --no-site] [-- --without-browser]`: checks, builds, signs and publishes the
 * working tree; waits until it is live. Without a site that ingests it, nothing is published, unless `--no-site` says
 * that none is expected. `-- --candidate [--for 3d]` publishes it for previews only, and resolves to their link.
 */
export async function release(
  team: Team,
  args: readonly string[],
  signal: AbortSignal,
  tree: WorkingTree,
): Promise<Preview | null> {
  const { remote, environment, target, site, say } = team;
  const unknown = args.find((arg, index) => !FLAGS.includes(arg) && args[index - 1] !== FOR);
  if (unknown !== undefined) {
    throw new Error(`“${unknown}” is unknown here; there are ${FLAGS.join(', ')}`);
  }
  const until = endOfCandidate(args);
  // First, so that a missing key or site is reported before the tests run.
  const key = args.includes(DRY_RUN) ? null : await readKey(remote, environment);
  const report = await site.ask();
  const live = typeof report === 'string' ? undefined : report.remotes[remote.name]?.live;
  const version = tree.version();
  if (key && live?.version === version && (await isCurrent(team, version, key))) {
    say(`${version} is current already, and live at ${site.url}: nothing has changed since it was released`);
    return null;
  }
  if (key && !args.includes(NO_SITE)) await checkSite(team, report);
  const built = await checkedBuild(team, tree, {
    ...{ report, signal },
    inBrowser: !args.includes(WITHOUT_BROWSER),
  });
  if (!key) {
    say('Dry run: nothing was signed or published');
    return null;
  }
  await pruneAndSay(target, say, live?.version);
  say('Signing and publishing…');
  await publish(target, built, key.privateKey, { signal, until });
  say(`Published ${version}`);
  if (until) return preview(team, version, until, key);
  await settle(team, version, report, signal);
  return null;
}

/** When a candidate ends, by default in three days; `undefined` when none is wanted. */
function endOfCandidate(args: readonly string[]): Date | undefined {
  const [isCandidate, isLimited] = [args.includes(CANDIDATE), args.includes(FOR)];
  if (!isCandidate && !isLimited) return undefined;
  const text = isLimited ? (args[args.indexOf(FOR) + 1] ?? '') : '3d';
  const [, count, unit] = /^(\d+)([hd])$/.exec(text) ?? [];
  const seconds = Number(count) * (unit === 'd' ? 86_400 : 3_600);
  if (!isCandidate || !(seconds > 0 && seconds <= LONGEST_PREVIEW))
    throw new Error(`${FOR} ${text} is not possible: it needs ${CANDIDATE}, and from 1h to 14d`);
  return new Date(Math.floor(Date.now() / 1000 + seconds) * 1000);
}

/** The link with which a candidate is seen on the site. */
function preview({ remote, site, say }: Team, version: string, until: Date, { privateKey }: Key): Preview {
  const grant = { remote: remote.name, version, until: until.getTime() / 1000 };
  const link = `${site.url}${PREVIEW_PATH}?token=${makePreviewToken(site.url, grant, privateKey)}`;
  say(`Visitors do not get it; whoever has this link does, until ${until.toUTCString()}:`);
  say(link);
  // With its own repository, a team is in its root.
  const where = process.cwd() === repositoryRoot() ? '' : ` -w ${remote.folder}`;
  say(`To make it live: npm run promote${where} -- ${version}`);
  return { link, until };
}

interface Checking {
  readonly report: ReleaseReport | string;
  readonly inBrowser: boolean;
  readonly signal: AbortSignal;
}

/** Builds the working tree and checks the result; checks the sources meanwhile. The first failure ends everything. */
async function checkedBuild(
  team: Team,
  tree: WorkingTree,
  { report, inBrowser, signal }: Checking,
): Promise<BuiltRelease> {
  const { say } = team;
  const failed = new AbortController();
  const ended = AbortSignal.any([signal, failed.signal]);
  const check = async () => {
    // Nothing else waits for these checks: they run with lower priority than the build.
    for (const step of tree.checks) await runStep(step, { say, signal: ended, yielding: true });
  };
  // A release that passed beside the same releases would pass again.
  const trial =
    inBrowser && typeof report !== 'string' ? `${tree.version()} beside ${report.releaseSet}` : null;
  const held = await readFile(tree.heldFile, 'utf8').catch(() => null);
  const isHeld = trial !== null && held === trial;
  const build = tree.build();
  const steps = [...tree.checks, ...(build ? [build] : [])];
  say(`${steps.map(({ title }) => title).join(', ')}…`);
  if (!build) say('Build: nothing has changed');
  const building = build ? runStep(build, { say, signal: ended }) : Promise.resolve();
  // After the build has started: opening the gate first would delay it.
  const opening = isHeld ? undefined : tree.openGate?.(team, { inBrowser, signal: ended });
  const tryBuilt = async () => {
    await building;
    const built = await tree.readBuilt();
    await checkBuilt(team, built, report);
    if (isHeld) {
      say('Browser: it held beside the releases that are live, and is the same');
      return built;
    }
    const isCompared = await tryAsPage(team, built, await opening, inBrowser);
    if (trial !== null && isCompared) {
      await mkdir(path.dirname(tree.heldFile), { recursive: true });
      await writeFile(tree.heldFile, trial);
    }
    return built;
  };
  try {
    const [built] = await Promise.all([tryBuilt(), opening, check()]);
    return built;
  } catch (error) {
    failed.abort();
    throw error;
  } finally {
    await opening?.then(
      (gate) => gate.close(),
      () => undefined,
    );
  }
}

/** The checks that the site would do, except rendering. */
async function checkBuilt(
  { say, site, target }: Team,
  built: BuiltRelease,
  report: ReleaseReport | string,
): Promise<void> {
  if (typeof report === 'string') say(`Contract: as the types have it (no live shell: ${report})`);
  else {
    await checkContract(built.release, report.contract, site.url);
    say(`Contract: it fits the shell that is live at ${site.url}`);
  }
  await checkStyles(built);
  await checkReact(built);
  const current = await readPointer(target);
  const published = current === null ? null : await publishedManifest(target, current);
  say(sizeReport(built.release, published?.release));
}

/** Resolves to whether a browser compared it with the live release. */
async function tryAsPage(
  { say }: Team,
  built: BuiltRelease,
  gate: Gate | undefined,
  inBrowser: boolean,
): Promise<boolean> {
  if (!gate) {
    say('Not tried as a page here: the site does, before it shows it to anybody');
    return false;
  }
  await timed('Render-test', say, () => gate.renderTest(built).then(() => 'right'));
  if (!inBrowser) {
    say(`Not checked, without a browser: ${NOT_CHECKED}`);
    return false;
  }
  let isCompared = false;
  await timed('Browser', say, async () => {
    isCompared = await gate.compareInBrowser(built);
    return isCompared ? 'nothing else changed' : 'not compared, since nothing of this remote is live yet';
  });
  return isCompared;
}

/** Throws when no site would ingest a release that is published here: its result would remain unknown. */
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

/** Whether the pointer names a version that is published completely and signed by this key. */
async function isCurrent({ target }: Team, version: string, { publicKey }: Key): Promise<boolean> {
  if ((await readPointer(target)) !== version) return false;
  const published = await publishedManifest(target, version);
  return published !== null && isSignedBy([publicKey], published.bytes, published.signature);
}
