import { describe, expect, test } from '@jest/globals';
import { fieldsOf } from '@vidlunnia/contracts';
import { screen, within } from '@testing-library/react';
import { filledValues, formNames, showForm, specifiedForms } from '../testing/specified-forms';

describe.each(formNames)('fields of the %s form (specification, sections 3 and 5)', (name) => {
  const { required, optional, typed, choice } = specifiedForms[name];

  test('are marked as required or optional, and have the specified types and the API’s limits', () => {
    const { form, field } = showForm(name);
    for (const each of required) expect(field(each)).toBeRequired();
    for (const each of optional) expect(field(each)).not.toBeRequired();
    expect(form).toHaveTextContent('Поля із зірочкою обов’язкові.');
    expect(within(form).getAllByText('(обов’язкове поле)')).toHaveLength(required.length);
    expect(within(form).getAllByText('(за бажанням)')).toHaveLength(optional.length);
    expect(field('email')).toHaveAttribute('type', 'email');
    for (const each of Object.keys(typed)) expect(field(each).maxLength).toBe(fieldsOf(name)[each]?.max);
  });

  test('are sent as typed, and as an empty text if left empty (section 7)', async () => {
    const { fill, press, send, type, user } = showForm(name);
    await fill();
    await press();
    expect(send.mock.calls[0]?.[0]).toStrictEqual(filledValues(name));

    await fill();
    for (const each of optional) {
      if (each !== choice.name) type({ [each]: '' });
      else await user.click(screen.getByRole('button', { name: 'Очистити вибір' }));
    }
    await press();
    const left = Object.fromEntries(optional.map((each) => [each, '']));
    expect(send.mock.calls[1]?.[0]).toStrictEqual({ ...filledValues(name), ...left });
  });
});
