import { fieldsOf } from '@vidlunnia/contracts';
import { Form, FORM_NAMES, payloadOf, sampleValues } from '../../support/form';
import { openHome, tabTo } from '../../support/pages';
import { storedRows } from '../../support/stored-rows';
import { expect, test } from '../../support/test';
import { pauseAnimations, toastOf } from '../../support/toasts';

/** What a form sends with its fields: its token, the field that only programs fill, and where the visit began. */
const BESIDES = {
  ...{ token: expect.stringMatching(/^\d+\.[\w-]{43}$/), website: '' },
  source: { landing: '/' },
};

test.use({ viewport: { width: 360, height: 740 } });

/** Positions in the form and sizes of the fields. */
const boxesOf = ({ element }: Form) =>
  element.evaluate((form) => {
    const start = form.getBoundingClientRect().top;
    return [form, ...form.querySelectorAll('label, label + div')].map((each) => {
      const { top, left, width, height } = each.getBoundingClientRect();
      return [top - start, left, width, height].map((pixels) => pixels.toFixed(1)).join(' ');
    });
  });

test('both forms sent by keyboard do not move when their choice becomes a combobox, show a toast, empty their fields, and store one row', async ({
  page,
  shared,
}) => {
  await pauseAnimations(page);
  await openHome(page);
  for (const name of FORM_NAMES) {
    const form = new Form(page, name);
    const { choice, options, path, success, table } = form.spec;
    const values = sampleValues(name);
    await expect(form.nativeChoice).toHaveCount(1);
    const before = await boxesOf(form);
    await tabTo(form.field('name'));
    await form.untilChoiceIsCombobox();
    expect(await boxesOf(form)).toEqual(before);
    for (const [field, { label, required }] of Object.entries(fieldsOf(name))) {
      const value = values[field] ?? '';
      if (field === choice.field) {
        await expect(form.choice).toBeFocused();
        await page.keyboard.press('Space');
        await expect(form.element.getByRole('listbox')).toBeVisible();
        const steps = Object.keys(options).indexOf(value);
        for (let step = 0; step < steps; step++) await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await expect(form.choice).toHaveValue(value);
        await expect(form.choice).toBeFocused();
        // An optional choice has one more stop: the button that clears it.
        if (required !== true) await page.keyboard.press('Tab');
      } else {
        await expect(form.field(field)).toBeFocused();
        await expect(form.field(field)).toHaveAccessibleName(new RegExp(`^${label}`));
        await page.keyboard.insertText(value);
      }
      await page.keyboard.press('Tab');
    }
    await form.expectValues(values);
    await expect(form.button).toBeFocused();

    const request = page.waitForRequest(`**${path}`);
    await page.keyboard.press('Enter');
    expect((await request).method()).toBe('POST');
    expect((await request).postDataJSON()).toEqual({ ...payloadOf(name, values), ...BESIDES });
    await expect(toastOf(page, success)).toHaveText(success);
    expect((await (await request).response())?.status()).toBe(201);

    await expect(form.button).toBeFocused();
    await form.expectValues({});
    await expect(form.choice).toHaveValue('');
    const rows = await storedRows(values['email'] ?? '', table, shared.dataDir);
    expect(rows).toMatchObject([payloadOf(name, values)]);
  }
});

test('a form says which advertisement began the visit, after other pages and a reload', async ({
  page,
  shared,
}) => {
  const address = '/blog?utm_source=google&utm_medium=cpc&utm_campaign=cafe&utm_id=7&gclid=EAIaIQ';
  await page.goto(address, { referer: 'https://www.google.com/search?q=smm' });
  await page.locator('main a[href="/blog/kava-i-chai"]').first().click();
  await expect(page).toHaveURL('/blog/kava-i-chai');
  await page.reload();
  await page.getByRole('main').getByRole('link', { name: 'Почати проєкт' }).click();
  const form = new Form(page, 'contact');
  const values = sampleValues('contact');
  await form.fill(values);
  await form.button.click();
  await expect(toastOf(page, form.spec.success)).toBeVisible();
  expect(await storedRows(values['email'] ?? '', form.spec.table, shared.dataDir)).toMatchObject([
    {
      source: {
        ...{ utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'cafe', click: 'gclid' },
        ...{ referrer: 'https://www.google.com', landing: '/blog' },
      },
    },
  ]);
});

test('a page stands still when the options of a choice are drawn, so a press ends on the option where it began', async ({
  page,
}) => {
  await openHome(page);
  const form = new Form(page, 'application');
  await form.field('name').focus();
  await form.untilChoiceIsCombobox();
  const before = await form.choice.evaluate((element) => {
    // No room for the options.
    element.scrollIntoView({ block: 'end', behavior: 'instant' });
    return window.scrollY;
  });
  const looking = page.evaluate(
    (frames) =>
      new Promise<readonly number[]>((resolve) => {
        const seen: number[] = [];
        const look = () => {
          seen.push(window.scrollY);
          if (seen.length === frames) resolve(seen);
          else requestAnimationFrame(look);
        };
        // The second frame begins with what the first one drew.
        const begin = () => requestAnimationFrame(() => requestAnimationFrame(look));
        document.addEventListener('mousedown', begin, { once: true });
      }),
    30,
  );
  await form.openChoice();
  const positions = new Set(await looking);
  expect(positions.size).toBe(1);
  expect([...positions][0]).toBeGreaterThan(before);
  await expect(form.element.getByRole('option').first()).toBeInViewport({ ratio: 1 });
});
