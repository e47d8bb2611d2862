import { Form, FORM_NAMES, sampleValues } from '../../support/form';
import { softExpect as expect, test } from '../../support/test';
import {
  ADDRESSES,
  openHome,
  prepareForPicture,
  untilLinksAreLive,
  untilPageIsLive,
} from '../../support/pages';
import { POSITIONS, insertStandIns } from '../../support/stand-ins';

test('every page has its stored accessibility tree', async ({ page }) => {
  for (const [name, address] of Object.entries(ADDRESSES)) {
    await page.goto(address);
    await insertStandIns(page);
    await prepareForPicture(page);
    expect(await page.locator('body').ariaSnapshot()).toMatchSnapshot(`${name}-tree.yml`);
  }
});

test('the menu of a small screen has its stored tree, closed and open', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openHome(page);
  await untilLinksAreLive(page);
  expect(await page.getByRole('banner').ariaSnapshot()).toMatchSnapshot('menu-closed-tree.yml');
  await page.getByRole('button', { name: 'Відкрити меню' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Про нас' })).toBeFocused();
  expect(await page.getByRole('dialog').ariaSnapshot()).toMatchSnapshot('menu-open-tree.yml');
});

test('the forms have their stored trees: invalid, failed and sent', async ({ page }) => {
  let status = 500;
  await page.route('**/api/{contact,jobs/apply}', (route) => route.fulfill({ status }));
  await openHome(page);
  // An island that hydrates after the stand-ins would be rendered again, without the typed values.
  await untilPageIsLive(page);
  for (const name of FORM_NAMES) {
    const form = new Form(page, name);
    const who = form.field('name');
    const expectTree = async (state: string) => {
      await insertStandIns(page);
      expect(await form.element.ariaSnapshot()).toMatchSnapshot(`${name}-${state}-tree.yml`);
    };
    await form.button.click();
    await expect(who).toBeFocused();
    await form.untilChoiceIsCombobox();
    await expectTree('invalid');
    await form.fill({
      ...sampleValues(name),
      email: 'olesia@example.com',
      ...(name === 'application' && { position: POSITIONS[0] ?? '' }),
    });
    status = 500;
    await form.button.click();
    await expect(form.failureNote).toContainText('Усе, що ви ввели, на місці');
    await expectTree('failed');
    status = 201;
    await form.button.click();
    await expect(who).toHaveValue('');
    await expect(form.successNote).not.toBeEmpty();
    await expectTree('sent');
  }
});
