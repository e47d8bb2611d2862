import { SECTION_IDS } from '@vidlunnia/contracts';
import { Form, FORM_NAMES, payloadOf, sampleValues } from '../../support/form';
import { storedRows } from '../../support/stored-rows';
import { expect, test } from '../../support/test';

test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

test('on a phone, the header links to the sections; the menu is hidden, because closing it needs a script', async ({
  page,
}) => {
  await page.goto('/');
  const header = page.getByRole('banner');
  await expect(header.getByRole('button')).toHaveCount(0);
  const links = header.getByRole('navigation').getByRole('link');
  await expect(links).toHaveCount(SECTION_IDS.length - 1);
  await links.getByText('Контакти').click();
  await expect(page).toHaveURL('/#contact');
  await expect(page.locator('#contact')).toBeInViewport();
  // A post leads back to the posts of the home page.
  await page.locator('#blog').getByRole('article').getByRole('link').first().click();
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Назад до статей' }).click();
  await expect(page).toHaveURL('/#blog');
  await expect(page.locator('#blog').getByRole('heading', { level: 2 })).toBeInViewport();
});

test('both forms are stored once, and confirmed at an address that is safe to reload', async ({
  page,
  shared,
}) => {
  for (const name of FORM_NAMES) {
    const form = new Form(page, name);
    const { spec, element } = form;
    const note = element.getByText(spec.success);
    const values = sampleValues(name);
    const expectStored = async () => {
      await expect(page).toHaveURL(`/?sent=${name}#${spec.id}`);
      await expect(note).toBeVisible();
      await expect(note).toBeInViewport();
      await form.expectValues({});
      const rows = await storedRows(values['email'] ?? '', spec.table, shared.dataDir);
      expect(rows).toMatchObject([payloadOf(name, values)]);
    };
    await page.goto('/');
    await form.fill(values);
    await form.button.click();
    await expectStored();
    await page.reload();
    await expectStored();
  }
});
