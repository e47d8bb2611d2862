import type { Page } from '@playwright/test';
import { FORM_IDS } from '@vidlunnia/contracts';
import { storedRows } from '../../support/stored-rows';
import { breakFiles, chunksOf, entryOf, FAULTS } from '../../support/faults';
import { Form } from '../../support/form';
import { FORMS, payloadOf, sampleValues } from '../../support/form-facts';
import { isLive, passOver } from '../../support/hydration';
import { untilLinksAreLive } from '../../support/inside';
import { expect, test } from '../../support/test';
import { expectWholeHome } from './expectations';
import { passDeadlines, takeClock } from './page-clock';

// A small screen has the menu, and most islands out of sight.
test.use({ viewport: { width: 390, height: 844 } });

/** What the page says of islands whose code it gave up, and what nobody caught. */
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

const ISLANDS = Object.values(FORM_IDS);

const htmlOfForms = (page: Page) =>
  Promise.all(ISLANDS.map((id) => page.locator(`#${id}`).evaluate((element) => element.outerHTML)));

/** Goes to both forms, and waits until they are given up. */
async function untilGivenUp(page: Page, givenUp: readonly string[], hangs: boolean): Promise<void> {
  for (const island of ISLANDS) await passOver(page.locator(`#${island}`));
  const areGivenUp = () => givenUp.filter((id) => id.startsWith('forms/')).length === ISLANDS.length;
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

for (const [file, files, way] of [
  ['entry', entryOf('forms'), 'hanging'],
  ['code', chunksOf('forms'), 'missing'],
] as const) {
  test(`on a first page the ${file} of forms is ${way}: all that the server rendered stays and works`, async ({
    page,
    shared,
  }) => {
    if (way === 'hanging') await takeClock(page);
    const { givenUp, uncaught } = watchGivenUp(page);
    await breakFiles(page, files, FAULTS[way]);
    await page.goto('/', { waitUntil: 'commit' });
    const values = sampleValues('contact');
    const form = new Form(page, 'contact');
    await form.fill(values);
    await untilLinksAreLive(page);
    const before = await htmlOfForms(page);

    await untilGivenUp(page, givenUp, way === 'hanging');

    expect(await htmlOfForms(page)).toEqual(before);
    await expectWholeHome(page);
    for (const link of await page.locator('#blog').getByRole('article').getByRole('link').all()) {
      await expect(link).toHaveAttribute('href', /^\/blog\/./);
    }
    await expectMenuToWork(page);

    expect(await form.values()).toEqual(payloadOf('contact', values));
    expect(await isLive(form.element)).toBe(false);
    await form.button.click();
    await expect(page).toHaveURL(/\?sent=contact#contact-form$/);
    await expect(page.locator(`#${FORM_IDS.contact}`).getByText(FORMS.contact.success)).toBeVisible();
    const rows = await storedRows(values['email'] ?? '', 'messages', shared.dataDir);
    expect(rows).toMatchObject([payloadOf('contact', values)]);
    expect(uncaught).toEqual([]);
  });
}

const SHELL_CODE = /\/assets\/static\/[^?]*\.js/;

for (const way of ['missing', 'hanging'] as const) {
  test(`on a first page the shell’s own code is ${way}: menu, links and forms are the browser’s`, async ({
    page,
    shared,
  }) => {
    if (way === 'hanging') await takeClock(page);
    await breakFiles(page, SHELL_CODE, FAULTS[way]);
    await page.goto('/', { waitUntil: 'commit' });
    await expectWholeHome(page);
    await expectMenuToWork(page);
    const values = sampleValues('contact');
    const form = new Form(page, 'contact');
    await form.fill(values);
    const sent = page.waitForURL(/\?sent=contact#contact-form$/, { waitUntil: 'commit' });
    await form.button.click({ noWaitAfter: true });
    // It waits for its code for a while, and is sent without it then.
    if (way === 'hanging') await passDeadlines(page, () => page.url().includes('sent='));
    await sent;
    await expect(form.element.getByText(FORMS.contact.success)).toBeVisible();
    const rows = await storedRows(values['email'] ?? '', 'messages', shared.dataDir);
    expect(rows).toMatchObject([payloadOf('contact', values)]);
  });
}
