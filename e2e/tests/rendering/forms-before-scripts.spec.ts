import { Form, payloadOf, sampleValues } from '../../support/form';
import { holdScripts } from '../../support/requests';
import { storedRows } from '../../support/stored-rows';
import { expect, test } from '../../support/test';
import { pauseAnimations, toastOf } from '../../support/toasts';
import { watchOutput } from '../../support/pages';

test.use({ hasTouch: true });

test('both forms keep input from before their script; a form that was submitted twice is marked as waiting, and sent once by the script', async ({
  page,
  shared,
}) => {
  await pauseAnimations(page);
  const output = watchOutput(page);
  const [kept, sent] = [new Form(page, 'application'), new Form(page, 'contact')];
  const values = { application: sampleValues('application'), contact: sampleValues('contact') };
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  for (const form of [kept, sent]) {
    await expect(form.nativeChoice).toBeVisible();
    await form.fill(values[form.name]);
  }
  const boxes = async () => [await sent.element.boundingBox(), await sent.button.boundingBox()];
  const before = await boxes();
  for (let time = 0; time < 2; time++) await sent.button.click();
  await expect(sent.element).toHaveAttribute('aria-busy', 'true');
  await expect(sent.button).toHaveCSS('cursor', 'progress');
  expect(await boxes()).toEqual(before);
  await kept.field('email').focus();

  release();
  await kept.untilLive();
  await kept.expectValues(values.application);
  await expect(kept.field('email')).toBeFocused();
  await expect(toastOf(page, sent.spec.success)).toBeVisible();
  await expect(sent.element).not.toHaveAttribute('aria-busy');
  await sent.expectValues({});
  expect(output).toEqual([]);
  await kept.button.click();
  await expect(toastOf(page, kept.spec.success)).toBeVisible();
  for (const { name, spec } of [kept, sent]) {
    const rows = await storedRows(values[name]['email'] ?? '', spec.table, shared.dataDir);
    expect(rows).toMatchObject([payloadOf(name, values[name])]);
  }
  await expect(page).toHaveURL('/');
});

test('a tap on a vacancy’s link before the script leads to the form; the script then chooses the position, keeps typed text and focuses the first empty field', async ({
  page,
}) => {
  const form = new Form(page, 'application');
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await form.fill({ name: 'Олеся' });
  await page.getByRole('link', { name: /^Відгукнутися на вакансію: Адміністратор/ }).tap();
  await expect(page).toHaveURL(`/#${form.spec.id}`);
  await expect(form.element).toBeInViewport();
  release();
  await form.untilLive();
  await expect(form.field('position')).toHaveValue(/^Адміністратор/);
  await expect(form.field('name')).toHaveValue('Олеся');
  await expect(form.field('email')).toBeFocused();
  await expect(page).toHaveURL(`/#${form.spec.id}`);
});
