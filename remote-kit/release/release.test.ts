import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Pointer } from '@vidlunnia/contracts/release';
import { startLocalServer } from '@vidlunnia/http/testing';
import { folderStore } from '@vidlunnia/releases/folder-store';
import { ensureKey } from './keys';
import { readPreviewToken, isSignedBy } from '@vidlunnia/releases/signature';
import { publish, publishedManifest, releasesAt } from './publish';
import { release, type ReleaseOptions, type WorkingTree } from './release';
import type { Team } from './team';
import { FIRST, sampleRelease, SECOND, sampleTree, type Scripts } from './testing/sample-release';
import {
  blog,
  temporaryTarget,
  blogState,
  liveReleases,
  siteReporting,
  temporaryFolder,
} from './testing/sample-team';

/** A version that another machine released. */
const OTHER = 'cccccccccccc';
const never = new AbortController().signal;
const FAILING = `console.log('a reason'); process.exitCode = 1`;

let said: string[] = [];
let folder = '';
let team: Team;
/** The blog has released FIRST, which is live; the site promotes the version that the pointer names. */
beforeEach(async () => {
  said = [];
  folder = temporaryFolder();
  const environment = { KEYS_DIR: `${folder}/keys`, RELEASE_TARGET: folder };
  const target = folderStore(`${folder}/mfe-blog`);
  const { privateKey } = await ensureKey(blog, environment);
  await publish(target, sampleRelease(FIRST), privateKey);
  const ask = async () => liveReleases(blogState(await releasesAt(target).current()));
  team = {
    remote: blog,
    environment,
    target,
    site: { url: 'https://vidlunnia.example', ask },
    say: (line) => said.push(line),
  };
});
const released = (built = sampleRelease(SECOND), options: ReleaseOptions = {}, scripts: Scripts = {}) =>
  release(team, options, sampleTree(built, scripts), never);
const versions = async () => (await releasesAt(team.target).history()).map(({ version }) => version);

test('a release that passes all checks is published, and live when the command ends', async () => {
  await released();
  const checks = /^(?:Types|Tests|Build): passed, \d+\.\d s$/;
  expect(said.filter((line) => checks.test(line))).toHaveLength(3);
  expect(said.filter((line) => !checks.test(line))).toEqual([
    'Types, Tests, Build…',
    `Contract: it fits the shell that is live at ${team.site.url}`,
    expect.stringMatching(/^Render-test: passed, \d+\.\d s$/),
    expect.stringMatching(/^Browser: nothing else changed, \d+\.\d s$/),
    'Signing and publishing…',
    `Published ${SECOND}`,
    expect.stringMatching(RegExp(`^${SECOND} is live at ${team.site.url}: promoted in \\d+\\.\\d s$`)),
  ]);
  expect([await releasesAt(team.target).current(), await versions()]).toEqual([SECOND, [FIRST, SECOND]]);
});

test.each<readonly [string, ReleaseOptions, (tree: WorkingTree) => WorkingTree, RegExp]>([
  [
    'a shell',
    {},
    ({ openGate: _, ...tree }) => tree,
    /^Page test skipped: the site runs it before promotion$/,
  ],
  [
    'a browser',
    { 'without-browser': true },
    (tree) => tree,
    /^Not checked, without a browser: .*reached by links/,
  ],
  [
    'a page to compare with',
    {},
    () => sampleTree(sampleRelease(SECOND), {}, false),
    /^Browser: not compared, since nothing of this remote is live yet, /,
  ],
])('without %s the command says what is not checked, and publishes', async (_, options, treeFrom, line) => {
  await release(team, options, treeFrom(sampleTree(sampleRelease(SECOND), {})), never);
  expect(said).toContainEqual(expect.stringMatching(line));
  expect(await versions()).toEqual([FIRST, SECOND]);
});

test('a dry run does all checks, needs no key and changes nothing', async () => {
  team = { ...team, environment: { KEYS_DIR: temporaryFolder() } };
  await released(undefined, { 'dry-run': true });
  expect(said).toContainEqual(expect.stringMatching(/^Browser: nothing else changed, /));
  expect(said.at(-1)).toBe('Dry run: nothing was signed or published');
  expect(await versions()).toEqual([FIRST]);
  expect(await team.target.read(`${SECOND}/release.json`)).toBeNull();
});

test('without a key nothing runs', async () => {
  team = { ...team, environment: { KEYS_DIR: temporaryFolder() } };
  await expect(released()).rejects.toThrow(/npm run keys( -w mfe-blog)? makes one/);
  expect([said, await versions()]).toEqual([[], [FIRST]]);
});

test('a first release without a site is published on request; no site ingests it yet', async () => {
  team = { ...team, site: siteReporting(), target: temporaryTarget() };
  await released(undefined, { 'no-site': true });
  expect(said).toContain('Contract: type-checked only; no live shell to compare (nobody answers)');
  expect(said.at(-1)).toBe('No site is running to ingest it now: nobody answers');
  expect(await releasesAt(team.target).current()).toBe(SECOND);
});

test('when nothing has changed, no step runs and nothing is written', async () => {
  await released(sampleRelease(FIRST), {}, { Types: FAILING });
  expect(said).toEqual([expect.stringMatching(/^a{12} is already live at /)]);
  expect(await versions()).toEqual([FIRST]);
});

test('when only the key has changed, all checks run and the release is signed again', async () => {
  team = { ...team, environment: { KEYS_DIR: temporaryFolder() } };
  const { publicKey } = await ensureKey(blog, team.environment);
  await released(sampleRelease(FIRST));
  expect(said).toEqual(expect.arrayContaining(['Types, Tests, Build…', `Published ${FIRST}`]));
  const published = await publishedManifest(team.target, FIRST);
  expect(published && isSignedBy([publicKey], published.bytes, published.signature)).toBe(true);
});

describe('a release that fails is not published', () => {
  const expectNothing = async () => {
    expect(said).not.toContain('Signing and publishing…');
    expect(await versions()).toEqual([FIRST]);
    expect(await team.target.read(`${SECOND}/release.json`)).toBeNull();
  };

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
    [
      'styles that reach beyond the remote',
      sampleRelease(SECOND, { 'client/a.css': '@layer remotes.blog{body{display:none}}' }),
      'Styles reach beyond blog:\nclient/a.css: “body” is not rooted in a class of the remote’s',
    ],
    [
      'a contract that the live shell does not accept',
      sampleRelease(SECOND, undefined, { contract: 2 }),
      /^b{12} does not fit the shell that is live at .*: it was built for contract 2/,
    ],
    [
      'a React of its own',
      sampleRelease(SECOND, { 'client/a.js': '({ReactCurrentDispatcher:null})' }),
      'Two copies of React would be on the page',
    ],
  ])('%s', async (_, built, message) => {
    await expect(released(built)).rejects.toThrow(message);
    await expectNothing();
  });

  test('sources that change during the checks', async () => {
    const tree = { ...sampleTree(sampleRelease(OTHER), {}), version: () => SECOND };
    await expect(release(team, {}, tree, never)).rejects.toThrow('The sources have changed during');
    await expectNothing();
  });

  test.each([
    ['no site', siteReporting(), 'nobody answers'],
    ['a site that reads another origin', siteReporting(blogState(OTHER)), `${OTHER} live, which was never`],
  ])('for %s', async (_, site, message) => {
    team = { ...team, site };
    const error = await released().catch(String);
    expect(error).toContain(message);
    expect(error).toMatch(/Nothing was published. Set SITE_URL to the site that visitors get, or release/);
    await expectNothing();
  });
});

test('an interruption ends a release with its checks and its build', async () => {
  const interrupted = new AbortController();
  const gone: Promise<unknown>[] = [];
  const { origin } = await startLocalServer((_, response) => {
    // Never answered: the connection ends with the program.
    gone.push(new Promise((resolve) => response.once('close', resolve)));
    if (gone.length === 2) interrupted.abort();
  });
  const scripts = { Types: `fetch('${origin}')`, Build: `fetch('${origin}')` };
  const tree = sampleTree(sampleRelease(SECOND), scripts);
  await expect(release(team, {}, tree, interrupted.signal)).rejects.toThrow('abort');
  await Promise.all(gone);
  expect(await versions()).toEqual([FIRST]);
});

describe('a candidate', () => {
  test('is published without moving the pointer; its link is valid for three days', async () => {
    const preview = await released(undefined, { candidate: true });
    expect(await versions()).toEqual([FIRST]);
    const { searchParams, origin, pathname } = new URL(preview?.link ?? '');
    expect(origin + pathname).toBe(`${team.site.url}/-/preview`);
    const { publicKey } = await ensureKey(blog, team.environment);
    const grant = readPreviewToken(searchParams.get('token') ?? '', team.site.url, () => [publicKey]);
    expect(grant).toMatchObject({ remote: 'blog', version: SECOND });
    const seconds = (grant?.until ?? 0) - Date.now() / 1000;
    expect(seconds).toBeGreaterThan(3 * 86_400 - 60);
    expect(seconds).toBeLessThanOrEqual(3 * 86_400);
    expect(said.slice(-4)).toEqual([
      `Published ${SECOND}`,
      expect.stringMatching(/^Only people with this link see it, until .* GMT:$/),
      preview?.link,
      expect.stringMatching(`^To make it live: npm run promote( -w mfe-blog)? -- ${SECOND}$`),
    ]);
  });

  test.each([
    [{ for: '3d' }, '--for 3d is invalid: it needs --candidate or --percent'],
    [{ candidate: true, for: '' }, '--for  is invalid: with --candidate it needs a time from 1h to 14d'],
    [{ candidate: true, for: '15d' }, 'with --candidate it needs a time from 1h to 14d'],
    [{ percent: '10', for: '2d' }, 'with --percent it needs a time from 5m to 24h'],
    [{ percent: '100' }, '--percent 100 is invalid: it needs a whole number from 1 to 99'],
    [{ percent: '10', candidate: true }, '--candidate and --percent exclude each other'],
  ])('%j is invalid, and nothing runs', async (options, problem) => {
    await expect(released(undefined, options)).rejects.toThrow(problem);
    expect(said).toEqual([]);
  });
});

test('with a percentage the pointer has the rollout, which ends half an hour after publishing', async () => {
  await released(undefined, { percent: '10' });
  const { rollout } = JSON.parse(String(await team.target.read('current.json'))) as Pointer;
  expect(rollout?.percent).toBe(10);
  const seconds = (Date.parse(rollout?.until ?? '') - Date.now()) / 1000;
  expect(seconds).toBeGreaterThan(1_740);
  expect(seconds).toBeLessThanOrEqual(1_800);
});

test('a withdrawn version is rejected before anything runs, except as a candidate', async () => {
  const reason = '8 of 16 visitors met a failure';
  const withdrawn = { version: SECOND, step: 'visitors', reason, at: '2026-01-01T00:00:00Z' } as const;
  team = { ...team, site: siteReporting(blogState(FIRST, { rejections: [withdrawn] })) };
  await expect(released()).rejects.toThrow(`${SECOND} was withdrawn: ${reason}. `);
  expect([said, await versions()]).toEqual([[], [FIRST]]);
  expect(await released(undefined, { candidate: true })).not.toBeNull();
});
