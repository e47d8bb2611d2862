import { expect, test as base } from '@playwright/test';
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

for (const [name, address] of Object.entries(PAGES)) {
  test(`built for development, ${name} hydrates without a word from React`, async ({ page, development }) => {
    const output = watchOutput(page);
    await page.goto(development.url + address);
    await untilPageIsLive(page);
    expect(wordsOf(output)).toEqual([]);
  });
}

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
