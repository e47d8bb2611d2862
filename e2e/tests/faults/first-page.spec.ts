import type { Page } from '@playwright/test';
import { FORM_IDS, type RemoteName } from '@vidlunnia/shared/contracts';
import { storedRows } from '../../support/stored-rows';
import { breakFiles, chunksOf, entryOf, FAULTS } from '../../support/faults';
import { Form } from '../../support/form';
import { FORMS, payloadOf, sampleValues } from '../../support/form-facts';
import { untilFormIsLive } from '../../support/home-page';
import { untilLinksAreLive } from '../../support/inside';
import { choiceOf, fillNative } from '../../support/native-form';
import { expect, test } from '../../support/test';
import { toastOf } from '../../support/toasts';
import { expectWholeHome, RETRY } from './expectations';
import { PARTS_OF_HOME, REMOTES } from './parts-of-home';

// A small screen has the menu, and most parts out of sight.
test.use({ viewport: { width: 390, height: 844 } });

/** Milliseconds for two tries at a module with all its files, and for a busy machine. */
const BOTH_TRIES = 2 * 10_000 + 10_000;

const ENTRY_WAYS = ['missing', 'hanging', 'throwing', 'truncated'] as const;
const CHUNK_WAYS = ['missing', 'hanging'] as const;
const CASES = REMOTES.flatMap((remote) => [
  ...ENTRY_WAYS.map((way) => ({ remote, what: 'entry', files: entryOf(remote), way })),
  ...CHUNK_WAYS.map((way) => ({ remote, what: 'code', files: chunksOf(remote), way })),
]);

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
async function untilGivenUp(page: Page, remote: RemoteName, givenUp: readonly string[]): Promise<void> {
  for (const part of PARTS_OF_HOME[remote]) await page.locator(`#${part.name}`).scrollIntoViewIfNeeded();
  await expect
    .poll(() => givenUp.filter((id) => id.startsWith(`${remote}/`)).length, { timeout: BOTH_TRIES })
    .toBe(PARTS_OF_HOME[remote].length);
}

async function expectMenuToWork(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Відкрити меню' }).click();
  const menu = page.getByRole('dialog', { name: 'Меню' });
  await menu.getByRole('link', { name: 'Команда' }).click();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(/\/#team$/);
  await expect(page.locator('#team').getByRole('heading', { level: 2 })).toBeInViewport();
}

for (const { remote, what, files, way } of CASES) {
  test(`on a first page the ${what} of ${remote} is ${way}: all that the server rendered stays and works`, async ({
    page,
    shared,
  }) => {
    test.setTimeout(90_000);
    const { givenUp, uncaught } = watchGivenUp(page);
    await breakFiles(page, files, FAULTS[way]);
    await page.goto('/', { waitUntil: 'commit' });
    const values = sampleValues('contact');
    const form = new Form(page, 'contact');
    if (remote === 'blog') {
      await untilFormIsLive(page, FORM_IDS.contact);
      await form.fill(values);
    } else {
      await fillNative(page, 'contact', values);
    }
    await untilLinksAreLive(page);
    const before = await htmlOf(page, remote);

    await untilGivenUp(page, remote, givenUp);

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
      await expect(choiceOf(page, 'contact')).toBeVisible();
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

for (const way of ['missing', 'hanging', 'throwing'] as const) {
  test(`a post opened directly while the entry of blog is ${way}: it stays, its links lead on`, async ({
    page,
  }) => {
    const { givenUp } = watchGivenUp(page);
    await breakFiles(page, entryOf('blog'), FAULTS[way]);
    await page.goto('/blog/piat-kaviaren', { waitUntil: 'commit' });
    await untilLinksAreLive(page);
    const content = page.getByRole('main');
    const before = await content.innerHTML();
    await expect.poll(() => givenUp, { timeout: BOTH_TRIES }).toEqual(['blog/Post']);
    expect(await content.innerHTML()).toBe(before);
    await expect(content.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: RETRY })).toHaveCount(0);
    await expect(page).toHaveTitle(/\s— Відлуння$/);
    await page.getByRole('link', { name: 'Назад до статей' }).click();
    await expect(page).toHaveURL('/#blog');
  });
}
