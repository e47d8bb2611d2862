import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { showForm } from '../testing/show-form';
import { formNames, specifiedForms } from '../testing/specified-forms';

const MISSING = /Заповніть це поле\./;
const NO_EMAIL = /Потрібна адреса на зразок name@example\.com\./;

describe.each(formNames)('what the %s form lacks', (name) => {
  const { required, typed } = specifiedForms[name];
  const texts = required.filter((field) => field in typed);

  test('is shown at every empty field, not in a bubble, and the first gets the focus; nothing is sent', async () => {
    const { form, press, field, send } = showForm(name);
    expect(field('email')).not.toHaveAttribute('aria-invalid');
    await press();
    for (const each of texts) {
      expect(field(each)).toHaveAttribute('aria-invalid', 'true');
      expect(field(each)).toHaveAccessibleDescription(MISSING);
    }
    expect(form.noValidate).toBe(true);
    expect(field('name')).toHaveFocus();
    expect(send).not.toHaveBeenCalled();
  });

  test('is shown until the field is filled', async () => {
    const { press, field, type } = showForm(name);
    await press();
    type({ email: 'olia' });
    expect(field('email')).toHaveAccessibleDescription(NO_EMAIL);
    type({ email: 'olia@example.com' });
    expect(field('email')).not.toHaveAccessibleDescription(NO_EMAIL);
    expect(field('email')).not.toHaveAttribute('aria-invalid');
  });

  test.each(texts)('may be more than spaces in %s', async (each) => {
    const { fill, press, send, field, type } = showForm(name);
    await fill();
    type({ [each]: '  \t' });
    await press();
    expect(send).not.toHaveBeenCalled();
    expect(field(each)).toHaveFocus();
    expect(field(each)).toHaveAccessibleDescription(MISSING);
  });
});

test('a missing choice is shown at the select, until one is made', async () => {
  const { spec, fill, type, select, press, send } = showForm('application');
  type(spec.typed);
  await press();
  expect(send).not.toHaveBeenCalled();
  expect(screen.getByText('Оберіть щось зі списку.')).toBeInTheDocument();
  expect(select()).toHaveFocus();
  expect(select()).toHaveAccessibleDescription('Оберіть щось зі списку.');
  expect(select()).toHaveAttribute('aria-invalid', 'true');
  await fill();
  expect(select()).not.toHaveAttribute('aria-invalid');
  await press();
  expect(send).toHaveBeenCalledTimes(1);
});
