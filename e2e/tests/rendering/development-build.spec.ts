import { expect, test as base, type Page } from '@playwright/test';
import { CODE_DIGITS } from '@vidlunnia/shared/contracts/release';
import { samplePost, sampleService } from '../../support/content';
import { developmentBuild } from '../../support/development-build';
import { Form } from '../../support/form';
import { FORM_NAMES, sampleValues } from '../../support/form-facts';
import { holdScripts, untilPageIsLive, watchOutput } from '../../support/hydration';
import { prepareShell, type LoneShell } from '../../support/lone-shell';

interface WorkerFixtures {
  /** The site built for development, in which React tells of everything that does not match the server's HTML. */
  readonly development: LoneShell;
}

/** Milliseconds for four builds, however busy the machine is. */
const BUILDS = 600_000;

const test = base.extend<object, WorkerFixtures>({
  development: [
    async ({}, use) => {
      const { lone, cleanUp } = await prepareShell(await developmentBuild(), 'development');
      lone.api.content = {
        services: [sampleService('звичайна'), sampleService('без ціни', { features: [] })],
        posts: ['persha', 'druha', 'tretia', 'chetverta'].map((name) => samplePost(name)),
      };
      await lone.start();
      await use(lone);
      await cleanUp();
    },
    { scope: 'worker', timeout: BUILDS },
  ],
});

// In one worker: the builds cost half a minute where they are not kept.
test.describe.configure({ mode: 'default' });

const PAGES = {
  'the home page after a form was sent': '/?sent=application#application-form',
  'a post': '/blog/persha',
  'an unknown post': '/blog/nemaie-takoi',
  'an unknown address': '/nemaie',
} as const;

/** What React and the page's policy have to say, but for React's advice to install its tools. */
const wordsOf = (output: readonly string[]) => output.filter((line) => !line.includes('React DevTools'));

test('built for development, pages of other kinds hydrate without a word from React', async ({
  page,
  development,
}) => {
  const output = watchOutput(page);
  for (const [name, address] of Object.entries(PAGES)) {
    await page.goto(development.url + address);
    await untilPageIsLive(page);
    expect(wordsOf(output), name).toEqual([]);
  }
});

test('built for development, forms that were filled before their script hydrate without a word from React', async ({
  page,
  development,
}) => {
  const output = watchOutput(page);
  const release = await holdScripts(page);
  await page.goto(development.url, { waitUntil: 'commit' });
  for (const name of FORM_NAMES) await new Form(page, name).fill(sampleValues(name));
  release();
  await untilPageIsLive(page);
  expect(wordsOf(output)).toEqual([]);
});

test('built for development, the home page hydrates without a word from React or its policy, and a walk from there draws none', async ({
  page,
  development,
}) => {
  const output = watchOutput(page);
  await page.goto(development.url);
  await untilPageIsLive(page);
  expect(wordsOf(output)).toEqual([]);
  await page.locator('#blog').getByRole('link').first().click();
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Назад до статей' }).click();
  await expect(page).toHaveURL(`${development.url}/`);
  await expect(page.locator('#blog').getByRole('article')).toHaveCount(3);
  expect(wordsOf(output)).toEqual([]);
});

// The build has a section more than the site; what that took is in `support/added-section.ts`.
test('a section that was added in three places is rendered where the page table has it', async ({
  request,
  development,
}) => {
  const html = await (await request.get(development.url)).text();
  const ids = [...html.matchAll(/<section id="([a-z]+)"/g)].map(([, id]) => id);
  expect(ids.slice(-4)).toEqual(['vacancies', 'openings', 'blog', 'contact']);
  expect(html).toContain('Скоро ще одна луна');
});

/** Of a style sheet: what stands before it is in its remote’s layer. */
const LAYERS_END = /\}\s*(?:\/\*# sourceMappingURL=[^*]*\*\/\s*)?$/;

/** Says whether a page is still the one that was opened. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { isSame: true }));
const isMarked = (page: Page) => page.evaluate(() => 'isSame' in window);

const overlayOf = (page: Page) => page.locator('body > [role=alert]');

test('built for development, a release that differs in styles alone restyles the open page, which goes on', async ({
  page,
  development: { url, teams },
}) => {
  const output = watchOutput(page);
  const built = teams.home.current();
  const release = (styles: string, rule: string) => {
    teams.home.release(built.slice(0, CODE_DIGITS) + styles, (file, text) =>
      file.endsWith('.css') ? text.replace(LAYERS_END, (end) => rule + end) : text,
    );
  };
  const reasons = page.locator('#reasons');
  await page.goto(url);
  await mark(page);
  const [name = ''] = (await reasons.getAttribute('class'))?.split(' ') ?? [];
  // Before its code came the rules stand in the document; afterwards in a style sheet of its release too.
  release('111111', `.${name}{order:11;flex-grow:12}`);
  await expect(reasons).toHaveCSS('order', '11');
  await untilPageIsLive(page);
  release('222222', `.${name}{order:22}`);
  await expect(reasons).toHaveCSS('order', '22');
  await expect(reasons).not.toHaveCSS('flex-grow', '12');
  expect(await isMarked(page)).toBe(true);
  expect(wordsOf(output)).toEqual([]);

  teams.home.release('333333333333');
  await expect.poll(() => isMarked(page).catch(() => true)).toBe(false);
});

test('built for development, a rejected release covers the open page with its reason until another one is good', async ({
  page,
  development: { url, teams },
}) => {
  await page.goto(url);
  teams.blog.release('444444444444', (file, text) =>
    file.startsWith('server/teaser')
      ? text.replace(/function Teaser\(.*\{/, '$& throw new Error("Так не піде");')
      : text,
  );
  await expect(overlayOf(page)).toContainText(
    /^mfe-blog\nrejected at render-test: .*blog\/Teaser could not be rendered: Так не піде \(mfe-blog\/src\/teaser\/teaser\.tsx:\d+\)/,
  );
  teams.blog.release('555555555555');
  await expect(overlayOf(page)).toHaveCount(0);
});

test('built for development, what a page could not load covers it, and no other page', async ({
  page,
  development: { url, api },
}) => {
  api.harm(/services/, 'failing');
  await page.goto(url);
  await expect(overlayOf(page)).toContainText(/^\/\nhome\/Services could not be loaded/);
  const told = page.waitForResponse((response) => response.url().includes('/-/reload?page=%2Fblog'));
  await page.goto(`${url}/blog/persha`);
  await told;
  await expect(overlayOf(page)).toHaveCount(0);
  api.harm(/services/, 'well');
  await page.goto(url);
  await expect(overlayOf(page)).toHaveCount(0);
});
