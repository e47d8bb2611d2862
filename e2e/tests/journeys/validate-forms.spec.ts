import { Form } from '../../support/form';
import { FORM_NAMES, FORMS, sampleValues } from '../../support/form-facts';
import { openHome } from '../../support/home-page';
import { expect, test } from '../../support/test';
import { toastsOf } from '../../support/toasts';

const WRONG_EMAILS = ['olia', 'olia@', '@example.com', 'olia example@a.ua', 'olia@-a.ua'];

for (const name of FORM_NAMES) {
  const spec = FORMS[name];

  test.describe(`the ${name} form’s validation (specification, section 5)`, () => {
    test.beforeEach(async ({ page }) => {
      await page.route(`**${spec.path}`, (route) => route.abort());
      await openHome(page);
    });

    test('every required field left empty blocks sending and takes the focus', async ({ page }) => {
      const requests: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST') requests.push(request.url());
      });
      const form = new Form(page, name);
      const values = sampleValues(name);
      await form.button.click();
      for (const field of spec.required) {
        const control = field === spec.choice.field ? form.choice : form.field(field);
        await form.button.click();
        await expect(control).toBeFocused();
        if (field !== spec.choice.field) {
          expect(await control.evaluate((element) => element.matches(':invalid'))).toBe(true);
        }
        await expect(control).toBeInViewport();
        await form.fill({ [field]: values[field] ?? '' });
      }
      expect(await form.element.evaluate((element) => element.matches(':valid'))).toBe(true);
      expect(requests).toEqual([]);
      await expect(toastsOf(page)).toHaveCount(0);
    });

    test('an address that is no e-mail blocks sending', async ({ page }) => {
      const requests: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST') requests.push(request.url());
      });
      const form = new Form(page, name);
      await form.fill(sampleValues(name));
      const email = form.field('email');
      await expect(email).toHaveAttribute('type', 'email');
      for (const wrong of WRONG_EMAILS) {
        await email.fill(wrong);
        await form.button.click();
        await expect(email).toBeFocused();
        expect(await email.evaluate((element) => element.matches(':invalid'))).toBe(true);
      }
      expect(requests).toEqual([]);
      expect(await form.values()).toMatchObject({ name: sampleValues(name)['name'] });
    });

    test('required fields are marked, optional ones are not', async ({ page }) => {
      const form = new Form(page, name);
      for (const [field, label] of Object.entries({ ...spec.texts, ...spec.areas })) {
        const isRequired = spec.required.some((each) => each === field);
        const control = form.field(field);
        await expect(control).toHaveJSProperty('required', isRequired);
        await expect(control).toHaveAccessibleName(
          new RegExp(`^${label} ${isRequired ? 'обов’язкове поле' : 'за бажанням'}$`),
        );
        await expect(form.element.locator('label').filter({ hasText: label }).first()).toHaveText(
          isRequired ? /\*/ : /за бажанням/,
        );
      }
      const isRequired = spec.required.some((each) => each === spec.choice.field);
      await expect(form.choice).toHaveAccessibleName(
        new RegExp(`^${spec.choice.label} ${isRequired ? 'обов’язкове поле' : 'за бажанням'}$`),
      );
    });
  });
}
