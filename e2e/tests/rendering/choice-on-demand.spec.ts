import type { Page } from '@playwright/test';
import type { FormName } from '@vidlunnia/contracts';
import { Form } from '../../support/form';
import { holdResponses } from '../../support/requests';
import { expect, test } from '../../support/test';
import { scrollTo, watchOutput } from '../../support/pages';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

const CODE = /\/combobox\.[^/]*\.js/;

/** Opens the home page and waits until its form is live. */
async function openForm(page: Page, name: FormName): Promise<Form> {
  const form = new Form(page, name);
  await page.goto('/');
  await scrollTo(form.element);
  await form.untilLive();
  return form;
}

/** Positions and sizes of all elements in a form. */
const boxesOf = (form: Form) =>
  form.element.evaluate((element) =>
    [element, ...element.querySelectorAll('label, input:not([aria-hidden]), textarea, button, p')]
      .filter((each) => each.closest('label + div') === null)
      .concat([...element.querySelectorAll('label + div')])
      .map((each) => {
        const { top, left, width, height } = each.getBoundingClientRect();
        return [top + window.scrollY, left, width, height].map((pixels) => pixels.toFixed(1)).join(' ');
      }),
  );

/** The visible part of a combobox without a choice; its focusable element is invisible. */
const placeholderOf = (form: Form) => form.element.getByText(form.spec.choice.placeholder, { exact: true });

const isOpen = (form: Form) => form.nativeChoice.evaluate((select) => select.matches(':open'));

// When the code is loaded, and failures: mfe-forms/src/select.

test('one click or tap opens a form’s choice, another chooses an option; the layout is unchanged', async ({
  page,
}) => {
  const output = watchOutput(page);
  for (const [name, press] of [
    ['contact', 'click'],
    ['application', 'tap'],
  ] as const) {
    const form = await openForm(page, name);
    const [option = ''] = Object.keys(form.spec.options).slice(-1);
    const before = await boxesOf(form);
    await form.field('phone').focus();
    await form.untilChoiceIsCombobox();
    expect(await boxesOf(form)).toEqual(before);
    await placeholderOf(form)[press]();
    await expect(form.element.getByRole('listbox')).toBeVisible();
    await expect(form.choice).toBeFocused();
    await page.keyboard.press('Escape');
    expect(await boxesOf(form)).toEqual(before);
    await form.openChoice();
    await form.element.getByRole('option', { name: option, exact: true })[press]();
    await expect(form.choice).toHaveValue(option);
    expect((await boxesOf(form))[0]).toBe(before[0]);
    await form.expectValues({ [form.spec.choice.field]: option });
  }
  expect(output).toEqual([]);
});

test('a press before its code has loaded opens the browser’s own list, which stays until the visitor leaves it', async ({
  page,
}) => {
  const { release } = await holdResponses(page, CODE);
  const form = await openForm(page, 'contact');
  const [first = ''] = Object.keys(form.spec.options);
  await form.nativeChoice.click();
  await expect.poll(() => isOpen(form)).toBe(true);
  const arrived = page.waitForResponse(CODE);
  release();
  await arrived;
  // A loaded script's element is removed.
  await page.waitForFunction(() => document.querySelector('script[src*="/combobox."]') === null);
  expect(await isOpen(form)).toBe(true);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(form.choice).toBeFocused();
  await page.keyboard.press('Tab');
  await form.untilChoiceIsCombobox();
  await expect(form.choice).toHaveValue(first);
  await expect(form.field('message')).toBeFocused();
});
