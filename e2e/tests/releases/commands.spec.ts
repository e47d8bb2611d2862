import { folderTarget, releasesAt } from '@vidlunnia/remote-kit/release/publish';
import { remoteNamed } from '@vidlunnia/settings/topology';
import { commandsOf, expect, test } from '../../support/command';
import { readReleaseReport } from '../../support/releases';
import { Form, sampleValues } from '../../support/form';
import { storedRows } from '../../support/stored-rows';

// It runs type checks, tests, a build and a browser.
test.describe.configure({ timeout: 1_800_000 });

const OLD = 'кейси з';
const NEW = 'історії з';
const RELEASE = 'npm run release -w mfe-blog';
const CANDIDATE = `${RELEASE} -- --candidate --for 3d`;
const ROLLOUT = `${RELEASE} -- --percent 10 --for 30m`;
/** After the dry run, no release of the same sources repeats a check. */
const SKIPPED = [
  'Types, Tests, Build: skipped, passed here with the same sources',
  'Render-test, Browser: skipped, passed here with the same sources and live releases',
];

test('every command of docs/releasing.md does what the document says', async ({
  copy,
  run,
  own: site,
  page,
}) => {
  // Each release runs the blog's tests, so leave one.
  await run(['sh', '-c', "find mfe-blog/src -name '*.test.ts*' ! -name post-head.test.ts -delete"], {}, copy)
    .ended;
  const releases = releasesAt(folderTarget(remoteNamed('blog'), site.environment));
  const current = async () => (await releases.current()) ?? '';
  /** Every version that became live, in order. */
  const versions = async () => (await releases.history()).map((release) => release.version);
  const readHomePage = async () => (await fetch(site.url)).text();
  // Without colours, which Playwright requests.
  const execute = (line: string) =>
    run(['sh', '-c', line], { ...site.environment, FORCE_COLOR: undefined }, copy).finish();

  const before = await current();
  const released = await versions();
  let version = '';
  const expectShown = async (shown: string, other: string) => {
    await page.goto(site.url);
    await expect(page.locator('#blog')).toContainText(shown);
    await expect(page.locator('#blog')).not.toContainText(other);
  };
  const expectNothingReleased = async () => {
    expect(await versions()).toEqual(released);
    expect(await readHomePage()).not.toContain(NEW);
  };
  /** Checks the output of each line of the document, and the site after it. */
  const does: Readonly<Record<string, (said: string) => Promise<void> | void>> = {
    'npm run keys -w mfe-blog': async (said) => {
      expect(said).toMatch(/^MFE_BLOG_PUBLIC_KEY=[\w-]{43}$/m);
      await expectNothingReleased();
    },
    "perl -pi -e 's/кейси/історії/' mfe-blog/src/teaser/copy.ts": expectNothingReleased,
    [`${RELEASE} -- --dry-run`]: async (said) => {
      for (const step of ['Types: passed', 'Tests: passed', 'Build: passed']) expect(said).toContain(step);
      expect(said).toContain('Contract: it fits the host that is live at');
      expect(said).toMatch(/^Browser: nothing else changed, /m);
      expect(said).toContain('Dry run: nothing was signed or published');
      await expectNothingReleased();
    },
    [RELEASE]: async (said) => {
      version = await current();
      expect(await versions()).toEqual([...released, version]);
      expect(version).not.toBe(before);
      expect(said).toMatch(RegExp(`^${version} is live at ${site.url}: promoted in \\d+\\.\\d s$`, 'm'));
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
    [CANDIDATE]: async (said) => {
      const link = /^http\S+\/-\/preview\?token=\S+$/m.exec(said)?.[0] ?? '';
      await page.goto(link);
      await expect(page.locator('#preview')).toContainText(version);
      await expect(page.locator('#blog')).toContainText(NEW);
      expect(await readHomePage()).not.toContain(NEW);
      // A form gets the usual response, and is not stored.
      const form = new Form(page, 'contact');
      const values = sampleValues('contact');
      const [email = '', dataDir = ''] = [values['email'], site.environment['DATA_DIR']];
      await form.fill(values);
      await form.button.click();
      await expect(form.element.getByText('Повідомлення надіслано')).toBeVisible();
      expect(await storedRows(email, form.spec.table, dataDir)).toEqual([]);
      await page.getByRole('button', { name: 'Завершити показ' }).click();
      await expectShown(OLD, NEW);
    },
    'npm run promote -w mfe-blog -- VERSION': async (said) => {
      expect(said).toContain(`${version} is live at`);
      await expectShown(NEW, OLD);
    },
    [ROLLOUT]: async (said) => {
      expect(said).toContain(`${version} goes to 10 % of visitors until`);
      expect(said).toContain(`${version} is live at`);
      await expectShown(NEW, OLD);
    },
  };
  /** Rolls back, starts a rollout of the same version, and promotes it before the rollout's end. */
  const rollOut = async (line: string) => {
    await execute('npm run rollback -w mfe-blog');
    const waiting = execute(line);
    const partial = async () => (await readReleaseReport(site.url)).remotes['blog']?.partial?.version;
    await expect.poll(partial).toBe(version);
    await page.context().addCookies([{ name: 'group', value: '09', url: site.url }]);
    await expectShown(NEW, OLD);
    await page.context().clearCookies();
    await expectShown(OLD, NEW);
    await execute(`npm run promote -w mfe-blog -- ${version}`);
    return waiting;
  };

  await expectShown(OLD, NEW);
  const lines = commandsOf('docs/releasing.md');
  expect(lines).toEqual(Object.keys(does));
  for (const line of lines) {
    await test.step(line, async () => {
      const command = line.replace('VERSION', version);
      const { code, text } = await (line === ROLLOUT ? rollOut(command) : execute(command));
      expect(code, text).toBe('0');
      if ([RELEASE, CANDIDATE, ROLLOUT].includes(line))
        expect(text.split('\n')).toEqual(expect.arrayContaining(SKIPPED));
      await does[line]?.(text);
    });
  }
});
