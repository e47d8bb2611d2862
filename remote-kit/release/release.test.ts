import { beforeEach, describe, expect, test } from '@jest/globals';
import { remotes } from '../environment/topology';
import { unreachableOrigin } from '@vidlunnia/http/testing';
import type { BuiltRelease } from './built-release';
import { directoryTarget } from './directory-target';
import { readHistory, readPointer } from './history';
import { ensureKey } from './keys';
import { publish } from './publish';
import { publishedManifest } from './published';
import { release } from './release';
import { isSignedBy } from './signature';
import { siteOf } from './site';
import type { Team } from './team';
import { FIRST, sampleRelease, SECOND } from './testing/sample-release';
import { HOLDING, sampleTree, type Scripts } from './testing/sample-tree';
import { blogState, startPromotingSite, startSiteDouble } from './testing/site-double';
import { temporaryFolder } from './testing/temporary-folder';

/** A version that was released elsewhere. */
const OTHER = 'cccccccccccc';
const never = new AbortController().signal;
const FAILING = `console.log('a reason'); process.exitCode = 1`;

let said: string[] = [];
let team: Team;
let privateKey = '';
/** The blog has released FIRST, which is live. */
beforeEach(async () => {
  said = [];
  const folder = temporaryFolder();
  const environment = { KEYS_DIR: `${folder}/keys` };
  const target = directoryTarget(`${folder}/origin`);
  ({ privateKey } = await ensureKey(remotes.blog, environment));
  await publish(target, sampleRelease(FIRST), privateKey);
  team = {
    ...{ remote: remotes.blog, environment, target },
    site: await startPromotingSite(target),
    say: (line) => said.push(line),
  };
});
const released = (
  built: BuiltRelease,
  { args = [], scripts }: { readonly args?: readonly string[]; readonly scripts?: Scripts } = {},
) => release(team, args, never, sampleTree(built, scripts));
const versions = async () => (await readHistory(team.target)).map(({ version }) => version);
/** In their order; steps run beside each other, and which one ends first is chance. */
const expectLines = (...lines: readonly (string | RegExp)[]) => {
  const others = said.filter((line) => !/^(Types|Tests|Build): right, /.test(line));
  expect(others).toEqual(
    lines.map((line) => (typeof line === 'string' ? line : expect.stringMatching(line))),
  );
};

test('what holds is published, and live when the command ends', async () => {
  await released(sampleRelease(SECOND));
  expectLines(
    'Types, Tests, Build…',
    `Contract: it fits the shell that is live at ${team.site.url}`,
    'Styles: 0 style sheets stay inside blog',
    `${SECOND}: 2 files, 0.0 kB (+0.0 kB against ${FIRST}); new: 1 files, 0.0 kB`,
    /^Render-test: right, \d+\.\d s$/,
    /^Browser: it looks right, \d+\.\d s$/,
    'Signing and publishing…',
    `Published ${SECOND}`,
    RegExp(`^${SECOND} is live at ${team.site.url}: promoted in \\d+\\.\\d s$`),
  );
  expect([await readPointer(team.target), await versions()]).toEqual([SECOND, [FIRST, SECOND]]);
});

test('where there is no shell, nothing is tried as a page, and the command says who does', async () => {
  const tree = sampleTree(sampleRelease(SECOND));
  delete tree.openGate;
  await release(team, [], never, tree);
  expect(said).toContain('Not tried as a page here: the site does, before it shows it to anybody');
  expect(said.filter((line) => /^(?:Render-test|Browser)/.test(line))).toEqual([]);
  expect(await readPointer(team.target)).toBe(SECOND);
});

test('a dry run goes through all checks, needs no key and changes nothing', async () => {
  team = { ...team, environment: { KEYS_DIR: temporaryFolder() } };
  await released(sampleRelease(SECOND), { args: ['--dry-run'] });
  expect(said).toContainEqual(expect.stringMatching(/^Browser: it looks right, /));
  expect(said.at(-1)).toBe('Dry run: nothing was signed or published');
  expect(await versions()).toEqual([FIRST]);
  expect(await team.target.read(`${SECOND}/release.json`)).toBeNull();
});

test('what held in a browser is not tried again beside the same releases', async () => {
  let trial: string | null = null;
  const held = { read: () => trial, write: (now: string) => void (trial = now) };
  const tree = sampleTree(sampleRelease(SECOND), HOLDING, held);
  await release(team, ['--dry-run'], never, tree);
  expect(said).toContainEqual(expect.stringMatching(/^Browser: it looks right, /));
  said.length = 0;
  await release(team, [], never, tree);
  expect(said).toContain('Browser: it held beside the releases that are live, and is the same');
  expect(said).not.toContainEqual(expect.stringMatching(/^Render-test: /));
  await release(team, ['--dry-run'], never, sampleTree(sampleRelease(FIRST), HOLDING, held));
  expect(said).toContainEqual(expect.stringMatching(/^Browser: it looks right, /));
});

test('without a browser it says what was not checked', async () => {
  await released(sampleRelease(SECOND), { args: ['--without-browser'] });
  expect(said).toContainEqual(expect.stringMatching(/^Not checked, without a browser: .*two Reacts/));
  expect(await versions()).toEqual([FIRST, SECOND]);
});

test('another argument is rejected before anything runs', async () => {
  await expect(released(sampleRelease(SECOND), { args: ['--dry'] })).rejects.toThrow(
    '“--dry” is unknown here; there are --dry-run, --no-site, --without-browser',
  );
  expect(said).toEqual([]);
});

test('without a key nothing runs, and the command that makes one is named', async () => {
  team = { ...team, environment: { KEYS_DIR: temporaryFolder() } };
  await expect(released(sampleRelease(SECOND))).rejects.toThrow(/npm run keys( -w mfe-blog)? makes one/);
  expect([said, await versions()]).toEqual([[], [FIRST]]);
});

test('without a site, and for the first time, it is held to the installed contract; nobody ingests it yet', async () => {
  const site = siteOf({ SITE_URL: await unreachableOrigin() });
  team = { ...team, site, target: directoryTarget(temporaryFolder()) };
  await released(sampleRelease(FIRST), { args: ['--no-site'] });
  expect(said).toEqual(
    expect.arrayContaining([
      expect.stringContaining(
        'Contract: it fits @vidlunnia/contracts, as it is installed here (no live shell: ',
      ),
      expect.stringMatching(/it is the first release$/),
      expect.stringMatching(/^No site runs that would ingest it now: .*ECONNREFUSED$/),
    ]),
  );
  expect(await readPointer(team.target)).toBe(FIRST);
});

describe('what is current already', () => {
  test('is only waited for: no step runs and nothing is written', async () => {
    await released(sampleRelease(FIRST), { scripts: { ...HOLDING, Types: FAILING } });
    expectLines(
      `${FIRST} is current already: nothing has changed since it was released`,
      /^a{12} is live at /,
    );
    expect(await versions()).toEqual([FIRST]);
  });

  test('but signed with another key goes through all checks, and is signed anew', async () => {
    team = { ...team, environment: { KEYS_DIR: temporaryFolder() } };
    const { publicKey } = await ensureKey(remotes.blog, team.environment);
    await released(sampleRelease(FIRST));
    expect(said).toEqual(expect.arrayContaining(['Types, Tests, Build…', `Published ${FIRST}`]));
    const published = await publishedManifest(team.target, FIRST);
    expect(published && isSignedBy([publicKey], published.bytes, published.signature)).toBe(true);
    expect(await versions()).toEqual([FIRST]);
  });
});

describe('what does not hold is not released', () => {
  const expectNothing = async () => {
    expect(said).not.toContain('Signing and publishing…');
    expect(await versions()).toEqual([FIRST]);
    expect(await team.target.read(`${SECOND}/release.json`)).toBeNull();
  };

  test('tests that fail', async () => {
    const scripts = { ...HOLDING, Tests: FAILING };
    await expect(released(sampleRelease(SECOND), { scripts })).rejects.toThrow('Tests: failed');
    await expectNothing();
  });

  test.each([
    [
      'styles that reach beyond the remote',
      sampleRelease(SECOND, { 'client/a.css': '@layer remotes.blog{body{display:none}}' }),
      'Styles reach beyond blog:\nclient/a.css: “body” is not rooted in a class of the remote’s',
    ],
    [
      'a contract that the live shell does not take',
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

  test('what no site would ingest', async () => {
    team = { ...team, site: siteOf({ SITE_URL: await unreachableOrigin() }) };
    await expect(released(sampleRelease(SECOND))).rejects.toThrow(
      /ECONNREFUSED. Nothing was published. Set SITE_URL to the site that visitors get, or release with --no-site$/,
    );
    await expectNothing();
  });

  test('what a site with another origin would not ingest', async () => {
    const site = await startSiteDouble(blogState(OTHER));
    team = { ...team, site };
    await expect(released(sampleRelease(SECOND))).rejects.toThrow(
      `${site.url} has blog ${OTHER} live, which was never published here: it reads another origin.`,
    );
    await expectNothing();
  });
});
