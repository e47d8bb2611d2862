import { BROWSER_ARGUMENTS, installedWholeBrowser } from '@vidlunnia/scripts';
import { Form, payloadOf, sampleValues, type Values } from '../../support/form';
import { openHome } from '../../support/pages';
import { storedRows } from '../../support/stored-rows';
import { expect, test } from '../../support/test';
import { toastOf } from '../../support/toasts';

const browser = installedWholeBrowser();
// The pinned headless shell has no filler, and a complete browser cannot be installed without root.
test.skip(browser === null, 'needs a complete Chromium');
test.use({ launchOptions: { args: [...BROWSER_ARGUMENTS], executablePath: browser ?? '' } });

test('a saved address that the browser fills in arrives complete, and as no spam', async ({
  page,
  shared,
}) => {
  const form = new Form(page, 'contact');
  // The browser writes telephone numbers without spaces.
  const values: Values = { ...sampleValues('contact'), phone: '+380431234567' };
  const { name = '', email = '', phone = '', company = '', ...rest } = values;
  await openHome(page);
  const devtools = await page.context().newCDPSession(page);
  await form.field('name').focus();
  const { result } = await devtools.send('Runtime.evaluate', { expression: 'document.activeElement' });
  const { node } = await devtools.send('DOM.describeNode', { objectId: result.objectId ?? '' });
  const address = {
    NAME_FULL: name,
    EMAIL_ADDRESS: email,
    PHONE_HOME_WHOLE_NUMBER: phone,
    COMPANY_NAME: company,
  };
  await devtools.send('Autofill.enable');
  // Repeated, because the browser looks at a form some time after it was drawn.
  await expect(async () => {
    await devtools.send('Autofill.trigger', {
      fieldId: node.backendNodeId,
      address: { fields: Object.entries(address).map(([type, value]) => ({ name: type, value })) },
    });
  }).toPass();
  await form.expectValues({ name, email, phone, company });
  await expect(form.field('website')).toHaveValue('');
  await form.fill(rest);
  await form.button.click();
  await expect(toastOf(page, form.spec.success)).toBeVisible();
  const rows = await storedRows(email, form.spec.table, shared.dataDir);
  expect(rows).toMatchObject([{ ...payloadOf('contact', values), suspicion: null }]);
});
