import { Form, payloadOf, sampleValues } from '../../support/form';
import { breakFiles, FAULTS, filesOf } from '../../support/requests';
import { storedRows } from '../../support/stored-rows';
import { expect, test } from '../../support/test';
import { isLive, pointAt, untilLinksAreLive, watchOutput } from '../../support/pages';
import { expectWholeHome } from './home-islands';

// On a small screen there is the menu, and most islands are outside the viewport.
test.use({ viewport: { width: 390, height: 844 } });

for (const [whose, files] of [
  ['forms’', filesOf('forms', 'static/[^?]*\\.js')],
  ['the shell’s', /\/assets\/static\/[^?]*\.js/],
] as const)
  test(`without ${whose} code, a first page keeps everything that the server rendered, and the browser handles menu, links and forms`, async ({
    page,
    shared,
  }) => {
    const output = watchOutput(page);
    await breakFiles(page, files, FAULTS.missing);
    const form = new Form(page, 'contact');
    const values = sampleValues('contact');
    await page.goto('/', { waitUntil: 'commit' });
    await form.fill(values);
    if (whose === 'forms’') {
      await untilLinksAreLive(page);
      await pointAt(form.element);
      const givenUp = () => output.filter((line) => line.includes('ContactForm could not be loaded'));
      await expect.poll(givenUp).toHaveLength(1);
      expect(await isLive(form.element)).toBe(false);
    }
    await expectWholeHome(page);

    await page.getByRole('button', { name: 'Відкрити меню' }).click();
    const menu = page.getByRole('dialog', { name: 'Меню' });
    await menu.getByRole('link', { name: 'Команда' }).click();
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL(/\/#team$/);
    await expect(page.locator('#team').getByRole('heading', { level: 2 })).toBeInViewport();

    await form.expectValues(values);
    await form.button.click();
    await expect(page).toHaveURL(/\?sent=contact#contact-form$/);
    await expect(form.element.getByText(form.spec.success)).toBeVisible();
    const rows = await storedRows(values['email'] ?? '', form.spec.table, shared.dataDir);
    expect(rows).toMatchObject([payloadOf('contact', values)]);
    expect(output.filter((line) => line.startsWith('uncaught'))).toEqual([]);
  });
