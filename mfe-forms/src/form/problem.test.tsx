import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { showForm } from '../testing/show-form';
import { formNames, specifiedForms } from '../testing/specified-forms';

const MISSING = 'Заповніть це поле.';
const NO_EMAIL = 'Потрібна адреса на зразок name@example.com.';

describe.each(formNames)('what the %s form lacks', (name) => {
  const { required, typed } = specifiedForms[name];
  const texts = required.filter((field) => field in typed);

  test('is shown at every empty field, and the first gets the focus', async () => {
    const { press, field } = showForm(name);
    expect(field('email')).not.toHaveAttribute('aria-invalid');
    await press();
    for (const each of texts) {
      expect(field(each)).toHaveAttribute('aria-invalid', 'true');
      expect(field(each)).toHaveAccessibleDescription(expect.stringContaining(MISSING));
    }
    expect(field('name')).toHaveFocus();
  });

  test('is shown until the field is filled', async () => {
    const { press, field, type } = showForm(name);
    await press();
    type({ email: 'olia' });
    expect(field('email')).toHaveAccessibleDescription(expect.stringContaining(NO_EMAIL));
    type({ email: 'olia@example.com' });
    expect(field('email')).not.toHaveAccessibleDescription(expect.stringContaining(NO_EMAIL));
    expect(field('email')).not.toHaveAttribute('aria-invalid');
  });

  test.each(texts)('may be more than spaces in %s', async (each) => {
    const { fill, press, send, field, type } = showForm(name);
    await fill();
    type({ [each]: '  \t' });
    await press();
    expect(send).not.toHaveBeenCalled();
    expect(field(each)).toHaveFocus();
    expect(field(each)).toHaveAccessibleDescription(expect.stringContaining(MISSING));
  });

  test('is not a bubble of the browser', async () => {
    const { form, press } = showForm(name);
    const prevented: boolean[] = [];
    form.addEventListener(
      'invalid',
      (event) => {
        prevented.push(event.defaultPrevented);
      },
      { capture: true },
    );
    await press();
    expect(new Set(prevented)).toEqual(new Set([true]));
  });
});

test('a missing choice is shown at the select, until one is made', async () => {
  const { spec, fill, type, select, press, send, user } = showForm('application');
  type(spec.typed);
  await press();
  expect(send).not.toHaveBeenCalled();
  expect(select()).toHaveFocus();
  expect(select()).toHaveAccessibleDescription('Оберіть щось зі списку.');
  expect(select()).toHaveAttribute('aria-invalid', 'true');
  await fill();
  expect(select()).not.toHaveAttribute('aria-invalid');
  await user.click(screen.getByRole('button', { name: spec.submit }));
  expect(send).toHaveBeenCalledTimes(1);
});
