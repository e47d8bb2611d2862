import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../../support/command';
import { expect, test } from '../../support/team-at-work';

// In turn: what each does with the working tree is not for another's eyes.
test.describe.configure({ mode: 'default', timeout: 600_000 });

/** Lines of every block of commands, in the order in which a team meets them. */
const commandsOf = (document: string) =>
  [...readFileSync(path.join(repository, document), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(
    ([, block = '']) => block.trim().split('\n'),
  );

const OLD = 'кейси з';
const NEW = 'історії з';
const RELEASE = 'npm run release -w mfe-blog';
/** Where the browser is not the subject: it takes seconds. */
const QUICK_RELEASE = `${RELEASE} -- --without-browser`;
const ROLLBACK = 'npm run rollback -w mfe-blog';
const SOURCES = 'mfe-blog/src/teaser/first-posts.ts';
/** Milliseconds until the first check begins. */
const CHECKS = 120_000;

test('docs/releasing.md, followed to the letter, does what it says', async ({ team, page }) => {
  const before = await team.current();
  const released = await team.versions();
  let version = '';
  const expectShown = async (shown: string, other: string) => {
    await page.goto(team.site.url);
    await expect(page.locator('#blog')).toContainText(shown);
    await expect(page.locator('#blog')).not.toContainText(other);
  };
  const expectNothingReleased = async () => {
    expect(await team.versions()).toEqual(released);
    expect(await team.readHomePage()).not.toContain(NEW);
  };
  /** What a line of the document does, shown by its output and by the site. */
  const does: Readonly<Record<string, (said: string) => Promise<void> | void>> = {
    'npm run keys -w mfe-blog': async (said) => {
      expect(said).toMatch(/^MFE_BLOG_PUBLIC_KEY=[\w-]{43}$/m);
      await expectNothingReleased();
    },
    [`${RELEASE} -- --dry-run`]: async (said) => {
      for (const step of ['Types: right', 'Tests: right', 'Build: right']) expect(said).toContain(step);
      expect(said).toContain('Contract: it fits the shell that is live at');
      expect(said).toMatch(/^Browser: \d+ views, nothing else changed, /m);
      expect(said).toContain('Dry run: nothing was signed or published');
      await expectNothingReleased();
    },
    "perl -pi -e 's/кейси/історії/' mfe-blog/src/teaser/copy.ts": expectNothingReleased,
    [RELEASE]: async (said) => {
      version = await team.current();
      // The dry run has seen them.
      expect(said).toMatch(/^Browser: \d+ views, nothing else changed, live pages as seen before, /m);
      expect(await team.versions()).toEqual([...released, version]);
      expect(version).not.toBe(before);
      expect(said).toContain(`kB against ${before}); new: `);
      expect(said).toMatch(RegExp(`^${version} is live at ${team.site.url}: promoted in \\d+\\.\\d s$`, 'm'));
      await expectShown(NEW, OLD);
    },
    'npm run releases -w mfe-blog': (said) => {
      const rows = said.split('\n').filter((line) => /^[\da-f]{12} /.test(line));
      expect(rows).toEqual([
        expect.stringMatching(RegExp(`^${version} .* release .* live$`)),
        expect.stringMatching(RegExp(`^${before} .* release .* previous$`)),
      ]);
    },
    [ROLLBACK]: async (said) => {
      expect(said).toContain(`${before} is live at`);
      await expectShown(OLD, NEW);
    },
  };

  await expectShown(OLD, NEW);
  const lines = commandsOf('docs/releasing.md');
  expect(lines).toEqual(Object.keys(does));
  for (const line of lines) {
    await test.step(line, async () => {
      const { code, text } = await team.run(line);
      expect(code, text).toBe('0');
      await does[line]?.(text);
    });
  }
  await test.step('rolling back twice restores the newer version', async () => {
    const { code, text } = await team.run(ROLLBACK);
    expect([code, await team.current()], text).toEqual(['0', version]);
    expect(await team.readHomePage()).toContain(NEW);
  });
  await test.step('what is current is not released again', async () => {
    const history = await team.versions();
    const { code, text } = await team.run(RELEASE);
    expect(code, text).toBe('0');
    expect(text).toContain(`${version} is current already`);
    expect(text).not.toContain('Types');
    expect(await team.versions()).toEqual(history);
  });
});

test('a wrong type, a failing test and a build that cannot be made are reported with their reasons, and nothing is released', async ({
  team,
}) => {
  const history = await team.versions();
  const harm = [
    [SOURCES, '', `import './missing.css';\nexport const wrong: number = 'text';\n`],
    ['mfe-blog/src/post-card/copy.ts', '`Читати далі: ${title}`', '`Далі`'],
  ] as const;
  for (const [file, right, wrong] of harm) await team.change(file, right, wrong);
  const { code, text } = await team.run(QUICK_RELEASE);
  for (const [file, right, wrong] of harm) await team.change(file, wrong, right);

  expect(code, text).toBe('1');
  // In the words of the programs that a team knows.
  expect(text).toMatch(RegExp(`^${SOURCES}.*: error TS2322: `, 'm'));
  expect(text).toMatch(/^FAIL mfe-blog mfe-blog\/src\/.*\.test\.tsx/m);
  expect(text).toContain(`${SOURCES}:1:7: ERROR: Could not resolve "./missing.css"`);
  for (const step of ['Types', 'Tests', 'Build']) expect(text).toContain(`${step}: failed, `);
  expect(text).toContain('Types, Tests, Build: failed, for the reasons above; nothing was released');
  expect(text).not.toContain('Signing');
  expect(await team.versions()).toEqual(history);
});

test('Ctrl-C ends a release with what it had started', async ({ team }) => {
  const history = await team.versions();
  await team.change(SOURCES, '', '// Another version.\n');
  const release = team.start(QUICK_RELEASE);
  await release.line(/^Types, Tests, Build…$/, CHECKS);
  release.interrupt();
  expect(await release.ended).not.toBe('0');
  await release.expectNothingLeft();
  expect(await team.versions()).toEqual(history);
});
