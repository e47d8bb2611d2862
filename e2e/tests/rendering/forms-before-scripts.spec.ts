import { Form, payloadOf, sampleValues } from '../../support/form';
import { holdScripts } from '../../support/requests';
import { storedRows } from '../../support/stored-rows';
import { expect, test } from '../../support/test';
import { pauseAnimations, toastOf } from '../../support/toasts';
import { watchOutput } from '../../support/pages';

test.use({ hasTouch: true });

test('both forms keep values and focus when their script arrives, which then sends and empties them', async ({
  page,
  shared,
}) => {
  await pauseAnimations(page);
  const output = watchOutput(page);
  const forms = (['application', 'contact'] as const).map((name) => ({
    form: new Form(page, name),
    values: sampleValues(name),
  }));
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  for (const { form, values } of forms) {
    await expect(form.nativeChoice).toBeVisible();
    await form.fill(values);
    await form.field('email').focus();
  }
  release();
  for (const { form, values } of forms) {
    await form.untilLive();
    await form.expectValues(values);
  }
  await expect(forms[1]?.form.field('email') ?? page.locator('body')).toBeFocused();
  expect(output).toEqual([]);

  for (const { form, values } of forms) {
    await form.button.click();
    await expect(toastOf(page, form.spec.success)).toBeVisible();
    await form.expectValues({});
    const rows = await storedRows(values['email'] ?? '', form.spec.table, shared.dataDir);
    expect(rows).toMatchObject([payloadOf(form.name, values)]);
  }
});

test('a tap on a vacancy’s link before its script leads to the form; the script then chooses the position', async ({
  page,
}) => {
  const form = new Form(page, 'application');
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('link', { name: /^Відгукнутися на вакансію: Адміністратор/ }).tap();
  await expect(page).toHaveURL(`/#${form.spec.id}`);
  await expect(form.element).toBeInViewport();
  release();
  await form.untilLive();
  await expect(form.field('position')).toHaveValue(/^Адміністратор/);
  await expect(form.field('name')).toBeFocused();
  await expect(page).toHaveURL(`/#${form.spec.id}`);
});

test('a form sent twice before its script shows that it waits, moves nothing, and is sent once, by the script', async ({
  page,
  shared,
}) => {
  await pauseAnimations(page);
  const form = new Form(page, 'contact');
  const values = sampleValues('contact');
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await form.fill(values);
  const box = await form.element.boundingBox();
  const button = await form.button.boundingBox();
  for (let time = 0; time < 2; time++) await form.button.click();
  await expect(form.element).toHaveAttribute('aria-busy', 'true');
  await expect(form.button).toHaveCSS('cursor', 'progress');
  expect(await form.element.boundingBox()).toEqual(box);
  expect(await form.button.boundingBox()).toEqual(button);
  release();
  await expect(toastOf(page, form.spec.success)).toBeVisible();
  await expect(form.element).not.toHaveAttribute('aria-busy');
  await form.expectValues({});
  const rows = await storedRows(values['email'] ?? '', form.spec.table, shared.dataDir);
  expect(rows).toMatchObject([payloadOf('contact', values)]);
  await expect(page).toHaveURL('/');
});
