import type { Page } from '@playwright/test';
import { FORM_IDS, type RemoteName } from '@vidlunnia/shared/contracts';
import { storedRows } from '../../support/stored-rows';
import { breakFiles, chunksOf, entryOf, FAULTS } from '../../support/faults';
import { Form } from '../../support/form';
import { FORMS, payloadOf, sampleValues } from '../../support/form-facts';
import { isLive } from '../../support/hydration';
import { untilLinksAreLive } from '../../support/inside';
import { expect, test } from '../../support/test';
import { toastOf } from '../../support/toasts';
import { expectWholeHome, RETRY } from './expectations';
import { passDeadlines, takeClock } from './page-clock';
import { PARTS_OF_HOME } from './parts-of-home';

// A small screen has the menu, and most parts out of sight.
test.use({ viewport: { width: 390, height: 844 } });

const FILES = { entry: entryOf, code: chunksOf } as const;

type Case = readonly [
  file: keyof typeof FILES,
  remote: RemoteName,
  ways: readonly ('missing' | 'hanging' | 'throwing' | 'truncated')[],
];

/** Every way for one remote, one way for the others: the code that meets a fault is the shell's. */
const CASES: readonly Case[] = [
  ['entry', 'forms', ['missing', 'hanging', 'throwing', 'truncated']],
  ['code', 'forms', ['missing', 'hanging']],
  ['entry', 'home', ['missing']],
  ['code', 'blog', ['missing']],
];

/** What the page says of parts whose code it gave up, and what nobody caught. */
function watchGivenUp(page: Page) {
  const givenUp: string[] = [];
  const uncaught: string[] = [];
  page.on('console', (message) => {
    const [, id] = /^(\S+) stays as the server rendered it/.exec(message.text()) ?? [];
    if (id !== undefined) givenUp.push(id);
  });
  page.on('pageerror', (error) => uncaught.push(error.message));
  return { givenUp, uncaught };
}

/** HTML of the parts that a remote makes. */
const htmlOf = (page: Page, remote: RemoteName) =>
  Promise.all(
    PARTS_OF_HOME[remote].map((part) => page.locator(`#${part.name}`).evaluate((e) => e.outerHTML)),
  );

/** Brings every part near the window, and waits until the remote's are given up. */
async function untilGivenUp(
  page: Page,
  remote: RemoteName,
  givenUp: readonly string[],
  hangs: boolean,
): Promise<void> {
  const parts = PARTS_OF_HOME[remote];
  for (const part of parts) await page.locator(`#${part.name}`).scrollIntoViewIfNeeded();
  const areGivenUp = () => givenUp.filter((id) => id.startsWith(`${remote}/`)).length === parts.length;
  if (hangs) await passDeadlines(page, areGivenUp);
  else await expect.poll(areGivenUp).toBe(true);
}

async function expectMenuToWork(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Відкрити меню' }).click();
  const menu = page.getByRole('dialog', { name: 'Меню' });
  await menu.getByRole('link', { name: 'Команда' }).click();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(/\/#team$/);
  await expect(page.locator('#team').getByRole('heading', { level: 2 })).toBeInViewport();
}

for (const [file, remote, way] of CASES.flatMap(([file, remote, ways]) =>
  ways.map((way) => [file, remote, way] as const),
)) {
  test(`on a first page the ${file} of ${remote} is ${way}: all that the server rendered stays and works`, async ({
    page,
    shared,
  }) => {
    if (way === 'hanging') await takeClock(page);
    const { givenUp, uncaught } = watchGivenUp(page);
    await breakFiles(page, FILES[file](remote), FAULTS[way]);
    await page.goto('/', { waitUntil: 'commit' });
    const values = sampleValues('contact');
    const form = new Form(page, 'contact');
    if (remote === 'blog') await form.untilLive();
    await form.fill(values);
    await untilLinksAreLive(page);
    const before = await htmlOf(page, remote);

    await untilGivenUp(page, remote, givenUp, way === 'hanging');

    expect(await htmlOf(page, remote)).toEqual(before);
    await expectWholeHome(page);
    for (const link of await page.locator('#blog').getByRole('article').getByRole('link').all()) {
      await expect(link).toHaveAttribute('href', /^\/blog\/./);
    }
    await expectMenuToWork(page);

    expect(await form.values()).toEqual(payloadOf('contact', values));
    if (remote === 'blog') {
      await form.button.click();
      await expect(toastOf(page, FORMS.contact.success)).toBeVisible();
    } else {
      expect(await isLive(form.element)).toBe(false);
      await form.button.click();
      await expect(page).toHaveURL(/\?sent=contact#contact-form$/);
      await expect(page.locator(`#${FORM_IDS.contact}`).getByText(FORMS.contact.success)).toBeVisible();
    }
    const rows = await storedRows(values['email'] ?? '', 'messages', shared.dataDir);
    expect(rows).toMatchObject([payloadOf('contact', values)]);
    // A script that throws as it starts is nobody's to catch.
    expect(way === 'throwing' || way === 'truncated' ? [] : uncaught).toEqual([]);
  });
}

test('a post opened directly while the entry of blog is missing: it stays, its links lead on', async ({
  page,
}) => {
  const { givenUp } = watchGivenUp(page);
  await breakFiles(page, entryOf('blog'), FAULTS.missing);
  await page.goto('/blog/piat-kaviaren', { waitUntil: 'commit' });
  await untilLinksAreLive(page);
  const content = page.getByRole('main');
  const before = await content.innerHTML();
  await expect.poll(() => givenUp).toEqual(['blog/Post']);
  expect(await content.innerHTML()).toBe(before);
  await expect(content.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: RETRY })).toHaveCount(0);
  await expect(page).toHaveTitle(/\s— Відлуння$/);
  await page.getByRole('link', { name: 'Назад до статей' }).click();
  await expect(page).toHaveURL('/#blog');
});
