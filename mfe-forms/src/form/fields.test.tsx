import { describe, expect, test } from '@jest/globals';
import { fieldsOf } from '@vidlunnia/contracts';
import { screen, within } from '@testing-library/react';
import { filledValues, showForm } from '../testing/show-form';
import { formNames, specifiedForms } from '../testing/specified-forms';

describe.each(formNames)('fields of the %s form (specification, sections 3 and 5)', (name) => {
  const spec = specifiedForms[name];

  test.each(spec.required)('%s is required', async (missing) => {
    const { form, fill, type, field } = showForm(name);
    type(spec.typed);
    if (missing !== spec.choice.name) {
      await fill();
      expect(form.checkValidity()).toBe(true);
      type({ [missing]: '' });
    }
    expect(field(missing).validity.valid).toBe(false);
  });

  test.each(spec.optional)('%s is optional', (fieldName) => {
    expect(showForm(name).field(fieldName)).not.toBeRequired();
  });

  test('email is of email type', () => {
    const { field, type } = showForm(name);
    expect(field('email')).toHaveAttribute('type', 'email');
    type({ email: 'olia@' });
    expect(field('email').validity.valid).toBe(false);
  });

  test.each(Object.keys(spec.typed))('%s is as long at most as the API accepts', (fieldName) => {
    expect(showForm(name).field(fieldName).maxLength).toBe(fieldsOf(name)[fieldName]?.max);
  });

  test('required fields are marked', () => {
    const { form } = showForm(name);
    expect(form).toHaveTextContent('Поля із зірочкою обов’язкові.');
    expect(within(form).getAllByText('(обов’язкове поле)')).toHaveLength(spec.required.length);
    expect(within(form).getAllByText('(за бажанням)')).toHaveLength(spec.optional.length);
  });

  test('are sent as typed, and as an empty text if left empty (section 7)', async () => {
    const { fill, press, send, type, user } = showForm(name);
    await fill();
    await press();
    expect(send.mock.calls[0]?.[0]).toStrictEqual(filledValues(name));

    await fill();
    for (const fieldName of spec.optional) {
      if (fieldName !== spec.choice.name) type({ [fieldName]: '' });
      else await user.click(screen.getByRole('button', { name: 'Очистити вибір' }));
    }
    await press();
    const left = Object.fromEntries(spec.optional.map((fieldName) => [fieldName, '']));
    expect(send.mock.calls[1]?.[0]).toStrictEqual({ ...filledValues(name), ...left });
  });
});
