import { expectAccessible } from '../../support/accessible';
import { payloadOf, sampleValues } from '../../support/form';
import { runInApi } from '../../support/stored-rows';
import { expect, test } from '../../support/test';

const SMALL = { width: 360, height: 740 };
const NOTE = 'Передзвонити завтра';

test('the staff finds a message in the inbox and answers it by keyboard, at 360 px and without scripts', async ({
  browser,
  request,
  shared,
}) => {
  const values = sampleValues('contact');
  await request.post(`${shared.url}/api/contact`, { data: payloadOf('contact', values) });
  const [link = ''] = (await runInApi(shared.dataDir, 'inbox')).split('\n');
  const bare = await browser.newContext({ javaScriptEnabled: false, viewport: SMALL });
  const page = await bare.newPage();
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Вхідні');

  const search = page.getByRole('searchbox');
  await search.focus();
  await page.keyboard.insertText(values['email'] ?? '');
  await page.keyboard.press('Enter');
  const found = page.getByRole('link', { name: values['name'] ?? '' });
  await expect(found).toHaveCount(1);
  await found.focus();
  await page.keyboard.press('Enter');
  // The form was sent without a token.
  const accept = page.getByRole('button', { name: 'Це не спам' });
  await accept.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('Це не спам, тож доставка почалася.');
  await page.getByRole('radio', { name: 'Нове' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await page.keyboard.insertText(NOTE);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('Збережено.');
  await expect(page.getByRole('radio', { name: 'У роботі' })).toBeChecked();
  await expect(page.getByRole('textbox')).toHaveValue(NOTE);
  const address = page.url();

  // The same session: the check of accessibility needs scripts of its own.
  const context = await browser.newContext({ storageState: await bare.storageState(), viewport: SMALL });
  const checked = await context.newPage();
  for (const path of ['/?state=all', address, `${address.replace(/\?.*/, '')}/erase`, '/figures', '/enter']) {
    await checked.goto(new URL(path, link).href);
    await expectAccessible(checked, path);
    expect(await checked.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  }
  await Promise.all([bare.close(), context.close()]);
});
