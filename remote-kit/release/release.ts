import type { Options } from '@vidlunnia/settings/commands';
import type { ReleaseReport } from '@vidlunnia/contracts/release';
import {
  LONGEST_PREVIEW_SECONDS,
  makePreviewToken,
  PREVIEW_PATH,
  isSignedBy,
} from '@vidlunnia/releases/signature';
import { repositoryRoot } from '../process/repository';
import { checkContract, checkReact, checkStyles, sizeReport } from './build-checks';
import type { BuiltRelease } from './built-release';
import { readKey, type Key } from './keys';
import { pruneAndSay, publish, publishedManifest, releasesAt } from './publish';
import { awaitPromotion } from './site';
import type { Team } from './team';
import { NOT_CHECKED, runStep, timed, type Step, type WorkingTree } from './working-tree';

export const RELEASE_OPTIONS = {
  'dry-run': { type: 'boolean' },
  'no-site': { type: 'boolean' },
  'without-browser': { type: 'boolean' },
  candidate: { type: 'boolean' },
  for: { type: 'string', value: '3d' },
  json: { type: 'boolean' },
} as const satisfies Options;

export interface ReleaseOptions {
  /** Checks only: nothing is signed or published. */
  readonly 'dry-run'?: boolean;
  /** Publishes although no site ingests it. */
  readonly 'no-site'?: boolean;
  readonly 'without-browser'?: boolean;
  /** Publishes for previews only. */
  readonly candidate?: boolean;
  /** How long a candidate is kept: `12h`, `3d`. */
  readonly for?: string;
}

/** What the link of a candidate shows, and until when. */
export interface Preview {
  readonly link: string;
  readonly until: Date;
}

/**
 * Checks, tries and publishes the working tree, and waits until it is live. Without a site that ingests it, publishes
 * nothing, unless `no-site` says that none is expected. Resolves to the link of a candidate, else to `null`.
 */
export async function release(
  team: Team,
  options: ReleaseOptions,
  tree: WorkingTree,
  signal: AbortSignal,
): Promise<Preview | null> {
  const until = endOfCandidate(options);
  // First, so that a missing key or site is reported before the tests run.
  const key = options['dry-run'] ? null : await readKey(team.remote, team.environment);
  const report = await team.site.ask();
  const version = tree.version();
  if (key && (await isLive(team, version, key, report))) {
    team.say(`${version} is live at ${team.site.url} already: nothing has changed since it was released`);
    return null;
  }
  if (key && !options['no-site']) await checkSite(team, report);

  const built = await check(team, tree, version, report, signal);
  await tryAsPage(team, tree, built, !options['without-browser'], signal);
  if (!key) {
    team.say('Dry run: nothing was signed or published');
    return null;
  }
  await pruneAndSay(team.target, team.say, liveVersion(team, report));
  team.say('Signing and publishing…');
  await publish(team.target, built, key.privateKey, { signal, until });
  team.say(`Published ${version}`);
  if (until) return previewOf(team, version, until, key);
  await awaitPromotion(team, version, report, signal);
  return null;
}

/** When a candidate ends, by default in three days; `undefined` when none is wanted. */
function endOfCandidate({ candidate = false, for: period }: ReleaseOptions): Date | undefined {
  if (!candidate && period === undefined) return undefined;
  const text = period ?? '3d';
  const [, count, unit] = /^(\d+)([hd])$/.exec(text) ?? [];
  const seconds = Number(count) * (unit === 'd' ? 86_400 : 3_600);
  if (!candidate || !(seconds > 0 && seconds <= LONGEST_PREVIEW_SECONDS))
    throw new Error(`--for ${text} is not possible: it needs --candidate, and from 1h to 14d`);
  return new Date(Math.floor(Date.now() / 1000 + seconds) * 1000);
}

const liveVersion = ({ remote }: Team, report: ReleaseReport | string): string | undefined =>
  typeof report === 'string' ? undefined : report.remotes[remote.name]?.live?.version;

/** Whether a version is live, and published completely with this key's signature. */
async function isLive(
  team: Team,
  version: string,
  { publicKey }: Key,
  report: ReleaseReport | string,
): Promise<boolean> {
  if (liveVersion(team, report) !== version || (await releasesAt(team.target).current()) !== version)
    return false;
  const published = await publishedManifest(team.target, version);
  return published !== null && isSignedBy([publicKey], published.bytes, published.signature);
}

/** Throws when no site would ingest a release that is published here: its result would remain unknown. */
async function checkSite(team: Team, report: ReleaseReport | string): Promise<void> {
  const fix = 'Nothing was published. Set SITE_URL to the site that visitors get, or release with --no-site';
  if (typeof report === 'string') throw new Error(`${report}. ${fix}`);
  const live = liveVersion(team, report);
  if (live === undefined) return;
  const history = await releasesAt(team.target).history();
  if (history.some(({ version }) => version === live)) return;
  throw new Error(
    `${team.site.url} has ${team.remote.name} ${live} live, which was never published here: it reads another origin. ${fix}`,
  );
}

/**
 * Runs types and tests while the build runs; then checks the build as the site would, except for rendering it. The
 * first failure stops the other steps.
 */
async function check(
  { say, site, target }: Team,
  tree: WorkingTree,
  version: string,
  report: ReleaseReport | string,
  signal: AbortSignal,
): Promise<BuiltRelease> {
  const build = tree.build(version);
  const lanes: readonly (readonly Step[])[] = [tree.checks, build ? [build] : []];
  say(`${lanes.flatMap((steps) => steps.map(({ title }) => title)).join(', ')}…`);
  if (!build) say('Build: nothing has changed');
  const failed = new AbortController();
  const ended = AbortSignal.any([signal, failed.signal]);
  const run = async (steps: readonly Step[]) => {
    for (const step of steps) await runStep(step, say, ended);
  };
  try {
    await Promise.all(lanes.map(run));
  } catch (error) {
    failed.abort();
    throw error;
  }
  const built = await tree.readBuilt();
  if (built.release.version !== version)
    throw new Error('The sources have changed during the checks; nothing was released, release again');
  if (typeof report === 'string') say(`Contract: type-checked only; no live shell to compare (${report})`);
  else {
    await checkContract(built.release, report.contract, site.url);
    say(`Contract: it fits the shell that is live at ${site.url}`);
  }
  await checkStyles(built);
  await checkReact(built);
  const current = await releasesAt(target).current();
  const published = current === null ? null : await publishedManifest(target, current);
  say(sizeReport(built.release, published?.release));
  return built;
}

/** Renders the golden pages with the release, and compares them with the live ones in a browser. */
async function tryAsPage(
  team: Team,
  tree: WorkingTree,
  built: BuiltRelease,
  inBrowser: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { say } = team;
  const gate = await tree.openGate?.(team, { inBrowser, signal });
  if (!gate) {
    say('Page test skipped: the site runs it before promotion');
    return;
  }
  try {
    await timed('Render-test', say, () => gate.renderTest(built).then(() => 'right'));
    if (inBrowser)
      await timed('Browser', say, async () =>
        (await gate.compareInBrowser(built))
          ? 'nothing else changed'
          : 'not compared, since nothing of this remote is live yet',
      );
    else say(`Not checked, without a browser: ${NOT_CHECKED}`);
  } finally {
    await gate.close();
  }
}

/** The link with which a candidate is seen on the site. */
function previewOf({ remote, site, say }: Team, version: string, until: Date, { privateKey }: Key): Preview {
  const grant = { remote: remote.name, version, until: until.getTime() / 1000 };
  const link = `${site.url}${PREVIEW_PATH}?token=${makePreviewToken(site.url, grant, privateKey)}`;
  say(`Visitors do not get it; whoever has this link does, until ${until.toUTCString()}:`);
  say(link);
  // With its own repository, a team is in its root.
  const where = process.cwd() === repositoryRoot() ? '' : ` -w ${remote.folder}`;
  say(`To make it live: npm run promote${where} -- ${version}`);
  return { link, until };
}
