import { isDeepStrictEqual } from 'node:util';
import type { ReleaseReport, Rollout } from '@vidlunnia/releases/release';
import { isSignedBy, LONGEST_PREVIEW_SECONDS, previewLink } from '@vidlunnia/releases/signature';
import type { Options, ValuesOf } from '@vidlunnia/settings/commands';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import type { RemotePackage } from '@vidlunnia/settings/topology';
import { isRemoteFresh, sourceVersion } from '../build/sources';
import { packageScript, runNode } from '../process/run';
import { shellPackage, type Say } from '../process/task';
import { checkContract, checkReact, checkFiles } from './build-checks';
import { readKey, type Key } from './keys';
import { passedChecks, type PassedChecks } from './passed-checks';
import { assertNotWithdrawn, awaitPromotion } from './promotion';
import {
  isCurrent,
  pruneAndSay,
  publish,
  publishedManifest,
  readBuiltRelease,
  releasesAt,
  type BuiltRelease,
} from './publish';
import type { Team } from './team';

export const RELEASE_OPTIONS = {
  /** Checks only: nothing is signed or published. */
  'dry-run': { type: 'boolean' },
  /** Publishes although no site ingests it. */
  'no-site': { type: 'boolean' },
  'without-browser': { type: 'boolean' },
  /** Publishes for previews only. */
  candidate: { type: 'boolean' },
  /** Gives the release to this share of the visitors first. */
  percent: { type: 'string', value: '10' },
  /** Counted visitors that a rollout needs before the release is live for all. */
  visitors: { type: 'string', value: '30' },
  /** How long a candidate is kept, or a rollout lasts: `30m`, `12h`, `3d`. */
  for: { type: 'string', value: '3d' },
  json: { type: 'boolean' },
} as const satisfies Options;

export type ReleaseOptions = ValuesOf<typeof RELEASE_OPTIONS>;

/** What the link of a candidate shows, and until when. */
export interface Preview {
  readonly link: string;
  readonly until: Date;
}

/** A program that has to succeed before a release is published. */
interface Step {
  readonly title: string;
  /** Arguments to Node. */
  readonly args: readonly string[];
  readonly cwd: string;
  /** `NODE_ENV` that it runs with. */
  readonly mode: string;
}

/** A team's sources, from which releases are made. */
export interface WorkingTree {
  readonly checks: readonly Step[];
  /** Version of a build of the current sources. */
  version(): string;
  /** `null` if the last build has this version. */
  build(version: string): Step | null;
  /** The last build. */
  readBuilt(): Promise<BuiltRelease>;
  /** Checks that passed with the current sources. */
  passed(): PassedChecks;
  /**
   * Tests a build as a whole page (`remote-kit/gate`). Resolves to the live versions that it was compared with, `null`
   * without a comparison. Needs the build only after it has seen the live pages. Absent without a shell: then only the
   * site tests a release, when it ingests it.
   */
  testAsPage?(
    team: Team,
    building: Promise<BuiltRelease>,
    options: PageTestOptions,
  ): Promise<LiveVersions | null>;
}

export interface PageTestOptions {
  /** Whether a browser compares the pages. */
  readonly inBrowser: boolean;
  readonly signal: AbortSignal;
}

/** Versions of live releases, by their remotes. */
export type LiveVersions = Readonly<Record<string, string | null>>;

/** A site's live versions; `null` without a report. */
export const liveVersionsOf = (report: ReleaseReport | string): LiveVersions | null =>
  typeof report === 'string'
    ? null
    : Object.fromEntries(
        Object.entries(report.remotes).map(([name, { live }]) => [name, live?.version ?? null]),
      );

/** Checks that are missing without a browser. */
export const NOT_CHECKED =
  'errors in the console, crashes in effects, islands without height, overlaps, invisible texts, scripts that block, cookies and storage, sideways scrolling, accessibility, repeated ids, pixels outside of the own islands, pages reached by links';

/** The sources of a remote, checked and built by the scripts of its package. */
export function workingTree(
  remote: RemotePackage,
  testAsPage: Required<WorkingTree>['testAsPage'],
): WorkingTree {
  const { directory } = remote;
  const step = (title: string, script: string, mode: string): Step => ({
    ...packageScript(directory, script),
    title,
    mode,
  });
  return {
    checks: [step('Types', 'typecheck', 'development'), step('Tests', 'test', 'test')],
    version: () => sourceVersion(directory),
    build: (version) => (isRemoteFresh(directory, version) ? null : step('Build', 'build', 'production')),
    readBuilt: () => readBuiltRelease(remote),
    passed: () => passedChecks(directory),
    ...(shellPackage() !== null && { testAsPage }),
  };
}

/**
 * Checks, tests and publishes the working tree, and waits until it is live. Without a site that ingests it, publishes
 * nothing, unless `no-site` says that none is expected. Waits for the end of a rollout. Resolves to the link of a
 * candidate, else to `null`.
 */
export async function release(
  team: Team,
  options: ReleaseOptions,
  tree: WorkingTree,
  signal: AbortSignal,
): Promise<Preview | null> {
  const reach = readReach(options);
  // First, so that a missing key or site is reported before the tests run.
  const key = options['dry-run'] ? null : await readKey(team.remote, team.environment);
  const report = await team.site.ask();
  const version = tree.version();
  const live = typeof report === 'string' ? undefined : report.remotes[team.remote.name]?.live?.version;
  if (key && live === version && (await isReleased(team, version, key))) {
    team.say(`${version} is already live at ${team.site.url}: nothing has changed since its release`);
    return null;
  }
  if (!options.candidate) assertNotWithdrawn(team, version, report);
  if (key && !options['no-site']) await checkSite(team, report, live);

  const passed = tree.passed();
  const failed = new AbortController();
  const ended = AbortSignal.any([signal, failed.signal]);
  // A new build was never tested: the page test sees the live pages while the checks run.
  const isNew = tree.build(version) !== null;
  const building = check(team, tree, passed, version, report, ended);
  const pageTest = { inBrowser: !options['without-browser'], signal: ended };
  const testing = testOnce(team, tree, passed, isNew, building, report, pageTest);
  // The first failure ends the other part, and is the reason.
  for (const part of [building, testing])
    part.catch((error: unknown) => {
      failed.abort(error);
    });
  await Promise.allSettled([building, testing]);
  failed.signal.throwIfAborted();
  const built = await building;
  if (!key) {
    team.say('Dry run: nothing was signed or published');
    return null;
  }
  await pruneAndSay(team.target, team.say, live);
  team.say('Signing and publishing…');
  const until =
    reach && !reach.rollout ? new Date(Math.floor(Date.now() / 1000 + reach.seconds) * 1000) : undefined;
  const rollout = reach?.rollout;
  await publish(team.target, built, key.privateKey, { signal, until, rollout });
  team.say(`Published ${version}`);
  if (until) return previewOf(team, version, until, key);
  await awaitPromotion(team, version, report, signal);
  return null;
}

const UNIT_SECONDS = { m: 60, h: 3_600, d: 86_400 } as const;
/** Limits of `--for`, in seconds. */
const PERIODS = {
  '--candidate': { usual: '3d', least: 3_600, most: LONGEST_PREVIEW_SECONDS, inWords: 'from 1h to 14d' },
  '--percent': { usual: '30m', least: 300, most: 86_400, inWords: 'from 5m to 24h' },
} as const;

/** Counted visitors that decide about a rollout. */
const USUAL_VISITORS = '30';

/** Who gets a release first, and for how many seconds; `null` for all visitors. Throws when an option is invalid. */
function readReach({
  candidate = false,
  percent,
  visitors,
  for: period,
}: ReleaseOptions): { readonly rollout?: Rollout; readonly seconds: number } | null {
  if (candidate && percent !== undefined)
    throw new Error(
      '--candidate and --percent exclude each other: a candidate is only for people with its link',
    );
  if (percent !== undefined && !/^[1-9]\d?$/.test(percent))
    throw new Error(`--percent ${percent} is invalid: it needs a whole number from 1 to 99`);
  if (visitors !== undefined && (percent === undefined || !/^[1-9]\d{0,4}$/.test(visitors)))
    throw new Error(
      `--visitors ${visitors} is invalid: it needs --percent, and a whole number from 1 to 99999`,
    );
  const option = candidate ? '--candidate' : percent === undefined ? null : '--percent';
  if (option === null) {
    if (period === undefined) return null;
    throw new Error(`--for ${period} is invalid: it needs --candidate or --percent`);
  }
  const { usual, least, most, inWords } = PERIODS[option];
  const text = period ?? usual;
  const [, count, unit = 'm'] = /^(\d+)([mhd])$/.exec(text) ?? [];
  const seconds = Number(count) * UNIT_SECONDS[unit as keyof typeof UNIT_SECONDS];
  if (!(seconds >= least && seconds <= most))
    throw new Error(`--for ${text} is invalid: with ${option} it needs a time ${inWords}`);
  if (percent === undefined) return { seconds };
  const rollout = { percent: Number(percent), seconds, visitors: Number(visitors ?? USUAL_VISITORS) };
  return { rollout, seconds };
}

/** Whether a version is the current one here, published completely, all with this key's signature. */
async function isReleased({ remote, target }: Team, version: string, { publicKey }: Key): Promise<boolean> {
  if (!(await isCurrent(target, { name: remote.name, version }, publicKey))) return false;
  const published = await publishedManifest(target, version);
  return published !== null && isSignedBy([publicKey], published.bytes, published.signature);
}

/** Throws when no site would ingest a release that is published here: its result would remain unknown. */
async function checkSite(
  { remote, site, target }: Team,
  report: ReleaseReport | string,
  live: string | undefined,
): Promise<void> {
  const fix = 'Nothing was published. Set SITE_URL to the site that visitors get, or release with --no-site';
  if (typeof report === 'string') throw new Error(`${report}. ${fix}`);
  if (live === undefined) return;
  const history = await releasesAt(target).history();
  if (history.some(({ version }) => version === live)) return;
  throw new Error(
    `${site.url} has ${remote.name} ${live} live, which was never published here: it reads another origin. ${fix}`,
  );
}

/**
 * Runs types and tests while the build runs; then checks the build as the site would, except for rendering it. The
 * first failure stops the other steps. Skips a step that has passed.
 */
async function check(
  { say, site }: Team,
  tree: WorkingTree,
  passed: PassedChecks,
  version: string,
  report: ReleaseReport | string,
  signal: AbortSignal,
): Promise<BuiltRelease> {
  const build = tree.build(version);
  const checks = tree.checks.filter(({ title }) => !passed.has(title));
  const lanes: readonly (readonly Step[])[] = [checks, build ? [build] : []];
  const running = lanes.flat().map(({ title }) => title);
  const skipped = [...tree.checks.map(({ title }) => title), 'Build'].filter(
    (title) => !running.includes(title),
  );
  if (skipped.length > 0) say(`${skipped.join(', ')}: skipped, passed here with the same sources`);
  if (running.length > 0) say(`${running.join(', ')}…`);
  const failed = new AbortController();
  const ended = AbortSignal.any([signal, failed.signal]);
  const run = async (steps: readonly Step[]) => {
    for (const step of steps) {
      await runStep(step, say, ended);
      if (step !== build) passed.add(step.title);
    }
  };
  try {
    await Promise.all(lanes.map(run));
  } catch (error) {
    failed.abort();
    throw error;
  }
  const built = await tree.readBuilt();
  if (built.release.version !== version || tree.version() !== version)
    throw new Error('The sources have changed during the checks; nothing was released, release again');
  if (typeof report === 'string') say(`Contract: type-checked only; no live shell to compare (${report})`);
  else {
    await checkContract(built.release, report.contract, site.url);
    say(`Contract: it fits the host that is live at ${site.url}`);
  }
  await checkFiles(built);
  await checkReact(built);
  return built;
}

/** Rejects when the step's program fails, after printing its output. */
async function runStep({ title, args, cwd, mode }: Step, say: Say, signal: AbortSignal): Promise<void> {
  await timed(title, say, async () => {
    const { code, output } = await runNode(args, { cwd, env: { NODE_ENV: mode }, output: 'kept', signal });
    if (code === 0) return 'passed';
    say(output.trimEnd());
    throw new Error(`${title}: failed, for the reasons above; nothing was released`);
  });
}

/** Reports how a check ended, and how long it took. */
export async function timed(title: string, say: Say, check: () => Promise<string>): Promise<void> {
  const started = Date.now();
  const outcome = await check();
  say(`${title}: ${outcome}, ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/** Tests a build as a whole page, unless that passed with the releases that `report` says are live. */
async function testOnce(
  team: Team,
  tree: WorkingTree,
  passed: PassedChecks,
  isNew: boolean,
  building: Promise<BuiltRelease>,
  report: ReleaseReport | string,
  options: PageTestOptions,
): Promise<void> {
  const { say, site } = team;
  const live = liveVersionsOf(report);
  const facts = async () => ({ live, manifest: (await building).manifest.toString('utf8') });
  if (live && !isNew && passed.has('Page', await facts()))
    say('Render-test, Browser: skipped, passed here with the same sources and live releases');
  else if (tree.testAsPage) {
    const compared = await tree.testAsPage(team, building, options);
    if (!options.inBrowser) say(`Not checked, without a browser: ${NOT_CHECKED}`);
    else if (!compared) say('Browser: not compared, since nothing of this remote is live yet');
    // Teams may have released meanwhile.
    if (compared && isDeepStrictEqual({ ...liveVersionsOf(await site.ask()), ...compared }, live))
      passed.add('Page', await facts());
  } else say('Page test skipped: the site runs it before promotion');
}

/** The link with which a candidate is seen on the site. */
function previewOf({ remote, site, say }: Team, version: string, until: Date, { privateKey }: Key): Preview {
  const grant = { remote: remote.name, version, until: until.getTime() / 1000 };
  const link = previewLink(site.url, grant, privateKey);
  say(`Only people with this link see it, until ${until.toUTCString()}:`);
  say(link);
  // In a repository of its own, a team is in the root.
  const where = process.cwd() === repositoryRoot() ? '' : ` -w ${remote.folder}`;
  say(`To make it live: npm run promote${where} -- ${version}`);
  return { link, until };
}
