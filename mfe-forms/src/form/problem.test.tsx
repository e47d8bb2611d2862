import { describe, expect, test } from '@jest/globals';
import { createEvent, fireEvent } from '@testing-library/react';
import { formNames, showForm, specifiedForms } from '../testing/specified-forms';

const MISSING = /Заповніть це поле\./;
const NOT_CHOSEN = 'Оберіть щось зі списку.';

describe.each(formNames)('a missing value of the %s form', (name) => {
  const { required, choice } = specifiedForms[name];

  test('is shown at every empty field until it is filled, without the browser’s bubble; the first gets the focus, and nothing is sent', async () => {
    const { press, field, select, send, type } = showForm(name);
    expect(field('email')).not.toHaveAttribute('aria-invalid');
    await press();
    for (const each of required) {
      const [control, problem] = each === choice.name ? [select(), NOT_CHOSEN] : [field(each), MISSING];
      expect(control).toBeInvalid();
      expect(control).toHaveAccessibleDescription(problem);
    }
    const invalid = createEvent.invalid(field('email'), { cancelable: true });
    fireEvent(field('email'), invalid);
    expect(invalid.defaultPrevented).toBe(true);
    expect(field('name')).toHaveFocus();
    expect(send).not.toHaveBeenCalled();
    type({ email: 'olia' });
    expect(field('email')).toHaveAccessibleDescription(/Потрібна адреса на зразок name@example\.com\./);
    type({ email: 'olia@example.com' });
    expect(field('email')).toHaveAccessibleDescription('Сюди надішлемо відповідь');
    expect(field('email')).not.toHaveAttribute('aria-invalid');
  });
});

test('blank text counts as missing', async () => {
  const { fill, press, send, field, type } = showForm('contact');
  await fill();
  type({ message: '  \t' });
  await press();
  expect(send).not.toHaveBeenCalled();
  expect(field('message')).toHaveFocus();
  expect(field('message')).toHaveAccessibleDescription(MISSING);
});

test('a missing choice gets the focus if nothing else is missing, and is marked until one is made', async () => {
  const { fill, type, select, press, send } = showForm('application');
  type(specifiedForms.application.typed);
  await press();
  expect(send).not.toHaveBeenCalled();
  expect(select()).toHaveFocus();
  await fill();
  expect(select()).not.toHaveAttribute('aria-invalid');
  await press();
  expect(send).toHaveBeenCalledTimes(1);
});
