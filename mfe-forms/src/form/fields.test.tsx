import { describe, expect, test } from '@jest/globals';
import { fieldsOf } from '@vidlunnia/contracts';
import { act, screen, within } from '@testing-library/react';
import { filledValues, showForm } from '../testing/show-form';
import { formNames, specifiedForms } from '../testing/specified-forms';

describe.each(formNames)('fields of the %s form (specification, sections 3 and 5)', (name) => {
  const spec = specifiedForms[name];

  test.each(spec.required)('%s is required', async (fieldName) => {
    const { form, fill, type, field } = showForm(name);
    await fill();
    expect(form.checkValidity()).toBe(true);
    if (fieldName === 'position') {
      act(() => {
        form.reset();
      });
      type(spec.typed);
    } else type({ [fieldName]: '' });
    act(() => {
      expect(form.checkValidity()).toBe(false);
    });
    expect(field(fieldName).validity.valid).toBe(false);
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
    const limit = fieldsOf(name)[fieldName]?.max;
    expect(showForm(name).field(fieldName)).toHaveAttribute('maxlength', String(limit));
  });

  test('required fields are marked', () => {
    const { form } = showForm(name);
    expect(form).toHaveTextContent('Поля із зірочкою обов’язкові.');
    expect(within(form).getAllByText('(обов’язкове поле)')).toHaveLength(spec.required.length);
    expect(within(form).getAllByText('(за бажанням)')).toHaveLength(spec.optional.length);
  });

  test('an invalid form is not sent', async () => {
    const { press, send } = showForm(name);
    await press();
    expect(send).not.toHaveBeenCalled();
  });
});

describe.each(formNames)('payload of the %s form (specification, section 7)', (name) => {
  const spec = specifiedForms[name];

  test('has every field as typed', async () => {
    const { fill, press, send } = showForm(name);
    await fill();
    await press();
    expect(send.mock.calls[0]?.[0]).toStrictEqual(filledValues(name));
  });

  test('has an empty text for an empty optional field', async () => {
    const { fill, press, send, type, user } = showForm(name);
    await fill();
    for (const fieldName of spec.optional) {
      if (fieldName !== spec.choice.name) type({ [fieldName]: '' });
      else await user.click(screen.getByRole('button', { name: 'Очистити вибір' }));
    }
    await press();
    const left = Object.fromEntries(spec.optional.map((fieldName) => [fieldName, '']));
    expect(send.mock.calls[0]?.[0]).toStrictEqual({ ...filledValues(name), ...left });
  });
});
