import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../../support/command';
import { expect, test } from '../../support/team-at-work';

// Types, tests, two builds and a browser on a loaded machine.
test.describe.configure({ timeout: 600_000 });

/** Lines of every block of commands, in the order in which a team meets them. */
const commandsOf = (document: string) =>
  [...readFileSync(path.join(repository, document), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(
    ([, block = '']) => block.trim().split('\n'),
  );

const OLD = 'кейси з';
const NEW = 'історії з';
const RELEASE = 'npm run release -w mfe-blog';

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
    "perl -pi -e 's/кейси/історії/' mfe-blog/src/teaser/copy.ts": expectNothingReleased,
    [`${RELEASE} -- --dry-run`]: async (said) => {
      for (const step of ['Types: right', 'Tests: right', 'Build: right']) expect(said).toContain(step);
      expect(said).toContain('Contract: it fits the shell that is live at');
      expect(said).toMatch(/^Browser: nothing else changed, /m);
      expect(said).toContain('Dry run: nothing was signed or published');
      await expectNothingReleased();
    },
    [RELEASE]: async (said) => {
      version = await team.current();
      expect(said).toContain('Build: nothing has changed');
      expect(said).toContain('Browser: it held beside the releases that are live, and is the same');
      expect(await team.versions()).toEqual([...released, version]);
      expect(version).not.toBe(before);
      expect(said).toContain(`kB against ${before})`);
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
    'npm run rollback -w mfe-blog': async (said) => {
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
});
