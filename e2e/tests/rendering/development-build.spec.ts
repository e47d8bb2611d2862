import { rm } from 'node:fs/promises';
import { remoteList, shell } from '@vidlunnia/shared/topology';
import { expect, test as base } from '@playwright/test';
import { Command } from '../../support/command';
import { copySources } from '../../support/copied-sources';
import { samplePost, sampleService } from '../../support/content';
import { holdScripts, untilPageIsLive, watchOutput } from '../../support/hydration';
import { prepareShell, type LoneShell } from '../../support/lone-shell';
import { fillNative } from '../../support/native-form';
import { sampleValues } from '../../support/form-facts';

interface WorkerFixtures {
  /** The site built for development, in which React tells of everything that does not match the server's HTML. */
  readonly development: LoneShell;
}

/** Milliseconds for four builds on a busy machine. */
const BUILDS = 240_000;

const test = base.extend<object, WorkerFixtures>({
  development: [
    async ({}, use) => {
      const copy = await copySources();
      try {
        for (const { folder } of [...remoteList, shell]) {
          const build = new Command(['npm', 'run', 'build', '-w', folder], { NODE_ENV: 'development' }, copy);
          const code = await build.ended;
          if (code !== '0') throw new Error(`${folder} could not be built:\n${build.lines.join('\n')}`);
        }
        const { lone, cleanUp } = await prepareShell(copy, 'development');
        lone.api.content = {
          services: [sampleService('звичайна'), sampleService('без ціни', { features: [] })],
          posts: ['persha', 'druha', 'tretia', 'chetverta'].map((name) => samplePost(name)),
        };
        await lone.start();
        await use(lone);
        await cleanUp();
      } finally {
        await rm(copy, { recursive: true, force: true });
      }
    },
    { scope: 'worker', timeout: BUILDS },
  ],
});

// In one worker: the builds cost a minute.
test.describe.configure({ mode: 'default' });

const PAGES = {
  'the home page': '/',
  'the home page with a section named': '/#team',
  'the home page after a form was sent': '/?sent=application#application-form',
  'a post': '/blog/persha',
  'an unknown post': '/blog/nemaie-takoi',
  'an unknown address': '/nemaie',
} as const;

/** What React has to say, but for its advice to install its tools. */
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
  await fillNative(page, 'application', sampleValues('application'));
  await fillNative(page, 'contact', sampleValues('contact'));
  release();
  await untilPageIsLive(page);
  await expect(page.locator('form select')).toHaveCount(0);
  expect(wordsOf(output)).toEqual([]);
});

test('built for development, a walk through the site draws no warning from React', async ({
  page,
  development,
}) => {
  const output = watchOutput(page);
  await page.goto(development.url);
  await untilPageIsLive(page);
  await page.locator('#blog').getByRole('link').first().click();
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Назад до статей' }).click();
  await expect(page).toHaveURL(`${development.url}/`);
  await expect(page.locator('#blog').getByRole('article')).toHaveCount(3);
  expect(wordsOf(output)).toEqual([]);
});

test('built for development, nothing that the page does is blocked by its policy', async ({
  page,
  development,
}) => {
  const output = watchOutput(page);
  await page.goto(development.url);
  await untilPageIsLive(page);
  expect(output.filter((line) => line.includes('Content Security Policy'))).toEqual([]);
});
