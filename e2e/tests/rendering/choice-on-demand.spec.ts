import type { Page } from '@playwright/test';
import { Form } from '../../support/form';
import { payloadOf, sampleValues, type FormName } from '../../support/form-facts';
import { watchOutput } from '../../support/hydration';
import { storedRows } from '../../support/stored-rows';
import { expect, test } from '../../support/test';
import { stopTime, toastOf } from '../../support/toasts';

// Nothing here is about motion, and drawing every step of a smooth scroll costs a third of the processor's time.
test.use({ viewport: { width: 360, height: 740 } });

const CODE = /\/combobox\.[^/]*\.js/;

/** Opens the home page and waits until its form is live. */
async function openForm(page: Page, name: FormName): Promise<Form> {
  const form = new Form(page, name);
  await page.goto('/');
  await form.element.scrollIntoViewIfNeeded();
  await form.untilLive();
  return form;
}

/** Its script's element is taken away when it has come or failed. */
const untilCodeIsSettled = (page: Page) =>
  page.waitForFunction(() => document.querySelector('script[src*="/combobox."]') === null);

/** Fills another field, as most visitors do first, until the choice's code has come. */
async function comeFromAnotherField(form: Form): Promise<void> {
  await form.field('phone').focus();
  await form.page.waitForFunction(() =>
    [...document.styleSheets].some(({ href }) => href?.includes('/combobox.')),
  );
  await untilCodeIsSettled(form.page);
}

/** Where everything of a form stands. */
const places = (form: Form) =>
  form.element.evaluate((element) =>
    [element, ...element.querySelectorAll('label, input:not([aria-hidden]), textarea, button, p')]
      .filter((each) => each.closest('label + div') === null)
      .concat([...element.querySelectorAll('label + div')])
      .map((each) => {
        const { top, left, width, height } = each.getBoundingClientRect();
        return [top + window.scrollY, left, width, height].map((pixels) => pixels.toFixed(1)).join(' ');
      }),
  );

const isOpen = (form: Form) => form.nativeChoice.evaluate((select) => select.matches(':open'));

test('a live form asks for no code of its choice until it is being filled', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const form = await openForm(page, 'contact');
  await expect(form.nativeChoice).toBeVisible();
  expect(asked.filter((url) => CODE.test(url))).toEqual([]);
  await comeFromAnotherField(form);
  expect(asked.filter((url) => CODE.test(url))).toHaveLength(1);
  await expect(form.nativeChoice).toBeVisible();
});

test('one press by the mouse opens a form’s choice, and nothing moves', async ({ page }) => {
  const output = watchOutput(page);
  const form = await openForm(page, 'contact');
  const [option = ''] = Object.keys(form.spec.options).slice(-1);
  await comeFromAnotherField(form);
  const before = await places(form);
  await form.choice.click();
  const list = form.element.getByRole('listbox');
  await expect(list).toBeVisible();
  await expect(form.choice).toBeFocused();
  await page.keyboard.press('Escape');
  expect(await places(form)).toEqual(before);
  await form.choose(option);
  await expect(form.choice).toHaveValue(option);
  expect((await places(form))[0]).toBe(before[0]);
  expect(output).toEqual([]);
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true });

  test('one tap opens the choice, another one chooses', async ({ page }) => {
    const form = await openForm(page, 'application');
    const [option = ''] = Object.keys(form.spec.options);
    await comeFromAnotherField(form);
    await form.choice.tap();
    await expect(form.element.getByRole('listbox')).toBeVisible();
    await form.element.getByRole('option', { name: option, exact: true }).tap();
    await expect(form.choice).toHaveValue(option);
    await form.expectValues({ position: option });
  });
});

test('a press before the code is there opens the browser’s own list, under which nothing is replaced', async ({
  page,
}) => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(CODE, async (route) => {
    await released;
    await route.fallback();
  });
  const form = await openForm(page, 'contact');
  const [first = ''] = Object.keys(form.spec.options);
  await form.nativeChoice.click();
  await expect.poll(() => isOpen(form)).toBe(true);
  const arrived = page.waitForResponse(CODE);
  release();
  await arrived;
  await untilCodeIsSettled(page);
  expect(await isOpen(form)).toBe(true);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(form.nativeChoice).toHaveCount(0);
  await expect(form.choice).toHaveValue(first);
  await expect(form.choice).toBeFocused();
});

test('the code of a choice is altered on its way: it stays native, is asked for once more, and the form is sent', async ({
  page,
  shared,
}) => {
  await stopTime(page);
  const asked: string[] = [];
  const told: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('A part of the page could not be loaded')) told.push(message.text());
  });
  await page.route(CODE, async (route) => {
    asked.push(route.request().url());
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()};globalThis.e2eAltered = true;` });
  });
  const form = await openForm(page, 'contact');
  const values = sampleValues('contact');
  const { service_type: label = '', ...texts } = values;
  await form.fill(texts);
  await expect.poll(() => asked.length).toBe(1);
  // A focus while the first attempt is under way begins none of its own.
  await untilCodeIsSettled(page);
  await form.nativeChoice.focus();
  await expect.poll(() => told.length).toBe(1);
  await form.nativeChoice.blur();
  await form.nativeChoice.focus();
  await form.nativeChoice.selectOption({ label });
  await form.expectValues(values);
  await form.button.click();
  await expect(toastOf(page, form.spec.success)).toBeVisible();
  await form.expectValues({});
  await expect(form.nativeChoice).toBeVisible();
  expect(await page.evaluate(() => 'e2eAltered' in globalThis)).toBe(false);
  expect([asked.length, told.length]).toEqual([2, 1]);
  const rows = await storedRows(values['email'] ?? '', form.spec.table, shared.dataDir);
  expect(rows).toMatchObject([payloadOf('contact', values)]);
});
