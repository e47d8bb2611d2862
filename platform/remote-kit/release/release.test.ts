import { beforeEach, describe, expect, test } from '@jest/globals';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import type { Pointer } from '@vidlunnia/releases/release';
import { startLocalServer } from '@vidlunnia/settings/testing/local-server';
import { ensureKey } from './keys';
import { readPreviewToken } from '@vidlunnia/releases/signature';
import { releasesAt } from './publish';
import { release, type LiveVersions, type ReleaseOptions, type WorkingTree } from './release';
import type { Team } from './team';
import {
  FIRST,
  rememberPassed,
  sampleRelease,
  sampleTree,
  SECOND,
  THIRD,
  type Scripts,
} from './testing/sample-release';
import {
  blog,
  temporaryTarget,
  blogState,
  liveReleases,
  publicKey,
  publishSamples,
  sampleTeam,
  siteReporting,
} from './testing/sample-team';

const SAMPLE = sampleRelease(SECOND);
const never = new AbortController().signal;
const FAILING = `console.log('a reason'); process.exitCode = 1`;

let team: ReturnType<typeof sampleTeam>;
let said: string[];
/** The blog has released FIRST, which is live; the site promotes the version that the pointer names. */
beforeEach(async () => {
  const ask = async () => liveReleases(blogState(await releasesAt(team.target).current()));
  team = sampleTeam({ ...siteReporting(), ask });
  ({ said } = team);
  await publishSamples(team, FIRST);
});
const released = (built = SAMPLE, options: ReleaseOptions = {}, scripts: Scripts = {}) =>
  release(team, options, sampleTree(built, scripts), never);
const versions = async () => (await releasesAt(team.target).history()).map(({ version }) => version);

/** Whole minutes, rounded up. */
const minutesUntil = (time: number) => Math.ceil((time - Date.now()) / 60_000);

test('a release that passes all checks is published, and live when the command ends', async () => {
  await released();
  const checks = /^(?:Types|Tests|Build): passed, \d+\.\d s$/;
  expect(said.filter((line) => checks.test(line))).toHaveLength(3);
  expect(said.filter((line) => !checks.test(line))).toEqual([
    'Types, Tests, Build…',
    `Contract: it fits the host that is live at ${team.site.url}`,
    'Page: tested',
    'Signing and publishing…',
    `Published ${SECOND}`,
    expect.stringMatching(RegExp(`^${SECOND} is live at ${team.site.url}: promoted in \\d+\\.\\d s$`)),
  ]);
  expect([await releasesAt(team.target).current(), await versions()]).toEqual([SECOND, [FIRST, SECOND]]);
});

test('without a browser the command says what is not checked, and publishes', async () => {
  await released(undefined, { 'without-browser': true });
  expect(said).toContainEqual(expect.stringMatching(/^Not checked, without a browser: .*reached by links/));
  expect(await versions()).toEqual([FIRST, SECOND]);
});

test('without a shell no page is rendered, and the command says where that happens', async () => {
  const tree = sampleTree(SAMPLE, {});
  delete tree.testAsPage;
  await release(team, {}, tree, never);
  expect(said).toContain('Page test skipped: the site runs it before promotion');
  expect(await versions()).toEqual([FIRST, SECOND]);
});

test('a dry run does all checks, needs no key and changes nothing', async () => {
  team = { ...team, environment: { KEYS_DIR: temporaryFolder() } };
  await released(undefined, { 'dry-run': true });
  expect(said).toContain('Page: tested');
  expect(said.at(-1)).toBe('Dry run: nothing was signed or published');
  expect(await versions()).toEqual([FIRST]);
  expect(await team.target.read(`${SECOND}/release.json`)).toBeNull();
});

describe('after a dry run', () => {
  const SOURCES = 'Types, Tests, Build: skipped, passed here with the same sources';
  const PAGE = 'Render-test, Browser: skipped, passed here with the same sources and live releases';
  /** A tree that remembers what passed; its page is compared with these releases. */
  const remembering = (compared: LiveVersions | null, scripts: Scripts = {}) => ({
    ...sampleTree(SAMPLE, scripts, compared),
    build: () => null,
    passed: rememberPassed(),
  });
  /** What a release skips. */
  const skipped = async (tree: WorkingTree) => {
    said.length = 0;
    await release(team, {}, tree, never);
    expect(await versions()).toContain(SECOND);
    return said.filter((line) => line.includes('skipped'));
  };

  test.each<readonly [string, LiveVersions | null, ReleaseOptions, string, string[]]>([
    ['skips what passed, and says why', { blog: FIRST }, {}, FIRST, [SOURCES, PAGE]],
    ['tests the page if no browser did', { blog: FIRST }, { 'without-browser': true }, FIRST, [SOURCES]],
    ['tests the page if nothing was live', null, {}, FIRST, [SOURCES]],
    ['tests the page if it was tested with other releases', { blog: THIRD }, {}, FIRST, [SOURCES]],
    ['tests the page if another release became live', { blog: FIRST }, {}, THIRD, [SOURCES]],
  ])('a release %s', async (_, compared, options, live, expected) => {
    const tree = remembering(compared);
    await release(team, { 'dry-run': true, ...options }, tree, never);
    await publishSamples(team, live);
    expect(await skipped(tree)).toEqual(expected);
  });

  test('that failed, a release repeats the check', async () => {
    const failing = remembering({ blog: FIRST }, { Tests: FAILING });
    await expect(release(team, { 'dry-run': true }, failing, never)).rejects.toThrow('Tests: failed');
    expect(await skipped({ ...failing, checks: sampleTree(SAMPLE, {}).checks })).toEqual([
      'Types, Build: skipped, passed here with the same sources',
    ]);
  });
});

test('a first release without a site is published on request; no site ingests it yet', async () => {
  team = { ...team, site: siteReporting(), target: temporaryTarget() };
  await released(undefined, { 'no-site': true });
  expect(said).toContain('Contract: type-checked only; no live shell to compare (nobody answers)');
  expect(said.at(-1)).toBe('No site is running to ingest it now: nobody answers');
  expect(await releasesAt(team.target).current()).toBe(SECOND);
});

test('a page test that fails while checks run ends them', async () => {
  const fault = new Error('a fault of the page');
  const endless = sampleTree(SAMPLE, { Types: 'setInterval(() => undefined, 1_000)' });
  await expect(
    release(team, {}, { ...endless, testAsPage: () => Promise.reject(fault) }, never),
  ).rejects.toBe(fault);
});

test('when nothing has changed, no step runs and nothing is written', async () => {
  await released(sampleRelease(FIRST), {}, { Types: FAILING });
  expect(said).toEqual([expect.stringMatching(/^a{12} is already live at /)]);
  expect(await versions()).toEqual([FIRST]);
});

test('when only the key has changed, all checks run and the release is signed again', async () => {
  team = { ...team, environment: { KEYS_DIR: temporaryFolder() } };
  await ensureKey(blog, team.environment);
  const before = await team.target.read(`${FIRST}/release.json.sig`);
  await released(sampleRelease(FIRST));
  expect(said).toEqual(expect.arrayContaining(['Types, Tests, Build…', `Published ${FIRST}`]));
  expect(await team.target.read(`${FIRST}/release.json.sig`)).not.toEqual(before);
});

describe('a release that fails is not published', () => {
  const STYLES = 'Styles reach beyond blog:\nclient/a.css: “body” is not rooted in a class of the remote’s';
  const CONTRACT = /^b{12} does not fit the host that is live at .*: it was built for contract 2/;
  const expectNothing = async () => {
    expect(said).not.toContain('Signing and publishing…');
    expect(await versions()).toEqual([FIRST]);
    expect(await team.target.read(`${SECOND}/release.json`)).toBeNull();
  };

  test('when it is interrupted, which also ends checks and build', async () => {
    const interruption = new AbortController();
    const endless = 'setInterval(() => undefined, 1_000)';
    const tree = sampleTree(SAMPLE, { Types: endless, Build: endless });
    const running = release(team, {}, tree, interruption.signal);
    setTimeout(() => {
      interruption.abort();
    }, 100);
    await expect(running).rejects.toThrow('aborted');
    await expectNothing();
  });

  test.each(['Types', 'Tests', 'Build'])(
    '%s: the output of the step comes before its name, and the other steps are ended',
    async (title) => {
      const { origin } = await startLocalServer(() => undefined);
      // Never answered: only the end of its process ends it.
      const hanging = `fetch('${origin}')`;
      const scripts = { Types: '', Tests: hanging, Build: hanging, [title]: FAILING };
      await expect(released(undefined, {}, scripts)).rejects.toThrow(
        `${title}: failed, for the reasons above; nothing was released`,
      );
      expect(said.at(-1)).toBe('a reason');
      await expectNothing();
    },
  );

  test.each([
    ['styles beyond the remote', { 'client/a.css': '@layer remotes.blog{body{display:none}}' }, {}, STYLES],
    ['a contract that the live shell does not accept', {}, { contract: 2 }, CONTRACT],
    ['a React of its own', { 'client/a.js': '({ReactCurrentDispatcher:null})' }, {}, 'Two copies of React'],
  ])('%s', async (_, files, changes, message) => {
    await expect(released(sampleRelease(SECOND, files, changes))).rejects.toThrow(message);
    await expectNothing();
  });

  test.each([
    ['before the build', THIRD, [SECOND, SECOND]],
    ['after the build', SECOND, [SECOND, THIRD]],
  ])('sources that change during the checks, %s', async (_, built, versions) => {
    const tree = { ...sampleTree(sampleRelease(built), {}), version: () => versions.shift() ?? '' };
    await expect(release(team, {}, tree, never)).rejects.toThrow('The sources have changed during');
    await expectNothing();
  });
});

const REJECTION = { version: SECOND, step: 'visitors', reason: 'harm', at: '2026-01-01T00:00:00Z' } as const;
const WITHDRAWING = siteReporting(blogState(FIRST, { rejections: [REJECTION] }));

const FROM_ELSEWHERE = siteReporting(blogState(THIRD));
const NO_KEYS = { KEYS_DIR: '/nowhere' };

test.each<readonly [ReleaseOptions, RegExp, Partial<Team>?]>([
  [{}, /npm run keys( -w mfe-blog)? makes one/, { environment: NO_KEYS }],
  [{}, /^nobody answers\. Nothing was published\. Set SITE_URL to the site that/, { site: siteReporting() }],
  [{}, /c{12} live, which was never published here: .*Set SITE_URL/, { site: FROM_ELSEWHERE }],
  [{}, /^b{12} was withdrawn: harm\. /, { site: WITHDRAWING }],
  [{ for: '3d' }, /^--for 3d is invalid: it needs --candidate or --percent/],
  [{ candidate: true, for: '' }, /^--for  is invalid: with --candidate it needs a time from 1h to 14d/],
  [{ candidate: true, for: '15d' }, /with --candidate it needs a time from 1h to 14d/],
  [{ percent: '10', for: '2d' }, /with --percent it needs a time from 5m to 24h/],
  [{ percent: '100' }, /^--percent 100 is invalid: it needs a whole number from 1 to 99/],
  [{ visitors: '30' }, /^--visitors 30 is invalid: it needs --percent, and a whole number/],
  [{ percent: '10', visitors: '0' }, /^--visitors 0 is invalid: it needs --percent, and a whole number/],
  [{ percent: '10', candidate: true }, /^--candidate and --percent exclude each other/],
])('a release with %j is rejected before anything runs: %s', async (options, message, changes = {}) => {
  team = { ...team, ...changes };
  await expect(released(undefined, options)).rejects.toThrow(message);
  expect([said, await versions()]).toEqual([[], [FIRST]]);
});

test('a candidate, even a withdrawn one, is published without moving the pointer; its link is valid for three days', async () => {
  team = { ...team, site: WITHDRAWING };
  const preview = await released(undefined, { candidate: true });
  expect(await versions()).toEqual([FIRST]);
  const { searchParams, origin, pathname } = new URL(preview?.link ?? '');
  expect(origin + pathname).toBe(`${team.site.url}/-/preview`);
  const grant = readPreviewToken(searchParams.get('token') ?? '', team.site.url, () => [publicKey]);
  expect(grant).toMatchObject({ remote: 'blog', version: SECOND });
  expect(minutesUntil((grant?.until ?? 0) * 1000)).toBe(3 * 24 * 60);
  expect(said.slice(-4)).toEqual([
    `Published ${SECOND}`,
    expect.stringMatching(/^Only people with this link see it, until .* GMT:$/),
    preview?.link,
    expect.stringMatching(`^To make it live: npm run promote( -w mfe-blog)? -- ${SECOND}$`),
  ]);
});

test.each([
  [{ percent: '10' }, { percent: 10, seconds: 1_800, visitors: 30 }],
  [
    { percent: '99', for: '2h', visitors: '500' },
    { percent: 99, seconds: 7_200, visitors: 500 },
  ],
])('with %j the pointer has the rollout', async (options, expected) => {
  await released(undefined, options);
  const { rollout } = JSON.parse(String(await team.target.read('current.json'))) as Pointer;
  expect(rollout).toEqual(expected);
});
