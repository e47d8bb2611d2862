import { Form, FORMS, requiredFields, sampleValues } from '../../support/form';
import { softExpect as expect, test } from '../../support/test';
import { toastsOf } from '../../support/toasts';
import { openHome } from '../../support/pages';

const WRONG_EMAILS = ['olia', 'olia@', '@example.com', 'olia example@a.ua', 'olia@-a.ua'];

const name = 'application';
const spec = FORMS[name];
const values = sampleValues(name);

// Required fields of both forms and their marks: mfe-forms/src/form/fields.test.tsx and problem.test.tsx.
test('a form is not sent without its required fields and a valid e-mail address (specification, section 5)', async ({
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') requests.push(request.url());
  });
  await page.route(`**${spec.path}`, (route) => route.abort());
  await openHome(page);
  const form = new Form(page, name);
  const isInvalid = (field: string) => form.field(field).evaluate((element) => element.matches(':invalid'));

  await test.step('each empty required field prevents sending and gets the focus', async () => {
    await form.button.click();
    for (const field of requiredFields(name)) {
      const control = field === spec.choice.field ? form.choice : form.field(field);
      await form.button.click();
      await expect(control).toBeFocused();
      await expect(control).toHaveAccessibleDescription(/Заповніть це поле|Оберіть щось/);
      if (field !== spec.choice.field) expect(await isInvalid(field)).toBe(true);
      await expect(control).toBeInViewport();
      await form.fill({ [field]: values[field] ?? '' });
    }
    expect(await form.element.evaluate((element) => element.matches(':valid'))).toBe(true);
  });

  await test.step('an invalid e-mail address prevents sending', async () => {
    const email = form.field('email');
    await expect(email).toHaveAttribute('type', 'email');
    for (const wrong of WRONG_EMAILS) {
      await email.fill(wrong);
      await form.button.click();
      await expect(email).toBeFocused();
      expect(await isInvalid('email')).toBe(true);
      await expect(email).toHaveAccessibleDescription(/Потрібна адреса/);
    }
    expect(await form.values()).toMatchObject({ name: values['name'] });
  });

  expect(requests).toEqual([]);
  await expect(toastsOf(page)).toHaveCount(0);
});
