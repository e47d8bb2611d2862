import { expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sentBy } from '../testing/samples';
import { untilLoaded } from '../testing/show-select';
import { filledValues, formNames, showForm, specifiedForms } from '../testing/specified-forms';

// What others than the visitor do to a live form: fillers, password managers and translators.

/** Writes into fields without an event. */
const write = (form: HTMLFormElement, texts: Readonly<Record<string, string>>) => {
  for (const [name, text] of Object.entries(texts))
    Object.assign(form.elements.namedItem(name) ?? {}, { value: text });
};

test.each(formNames)(
  'texts and a choice that a program wrote into the live %s form without an event stay, are kept in the draft, and are sent',
  async (name) => {
    const { typed, choice } = specifiedForms[name];
    const { form, field, press, send, type, unmount } = showForm(name);
    const { name: own, ...others } = filledValues(name);
    write(form, others);
    fireEvent.focus(field('name'));
    await untilLoaded();
    type({ name: own ?? '' });
    fireEvent.blur(field('name'));
    expect(sentBy(form)).toEqual(filledValues(name));
    write(form, { city: 'Рівне', company: 'Млин' });
    send.mockRejectedValueOnce(new Error('cut'));
    await press();
    const changed = { ...filledValues(name), ...('city' in typed ? { city: 'Рівне' } : { company: 'Млин' }) };
    expect(send.mock.calls[0]?.[0]).toEqual(changed);
    expect(screen.getByRole('combobox')).not.toHaveValue('');
    expect(form).toHaveFormValues({ [choice.name]: choice.value });
    unmount();
    expect(sentBy(showForm(name).form)).toEqual(changed);
  },
);

test('a program’s text ends the problem of its field when the field is left, and the form is empty after it was sent', async () => {
  const { form, field, fill, type, press } = showForm('contact');
  await fill();
  type({ phone: '', name: '' });
  await press();
  write(form, { phone: '050', name: 'Оля' });
  fireEvent.blur(field('phone'));
  expect(field('phone')).not.toHaveAttribute('aria-invalid');
  expect(field('phone')).toHaveAccessibleDescription(/бракує цифр/);
  await press();
  expect(field('name')).not.toHaveAttribute('aria-invalid');
  expect(field('phone')).not.toHaveAccessibleDescription(/бракує цифр/);
  expect(form).toHaveFormValues({ name: '', phone: '' });
});

/** Replaces every text of the page, as browsers' translators do. */
const translate = () => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) if (texts.currentNode instanceof Text) found.push(texts.currentNode);
  for (const text of found) {
    const outer = document.createElement('span');
    text.replaceWith(outer);
    outer.append(Object.assign(document.createElement('span'), { textContent: text.data }));
  }
};

test.each(formNames)('the translated %s form shows what changes, and is sent once', async (name) => {
  const { busy, submit, choice } = specifiedForms[name];
  const failures = jest.spyOn(console, 'error');
  const { form, field, select, button, user, fill, type, press, send } = showForm(name);
  let end: (() => void) | undefined;
  translate();
  await fill();
  translate();
  await user.click(select());
  const [option] = screen.getAllByRole('option', { selected: false });
  const chosen = option?.textContent ?? '';
  if (option) await user.click(option);
  expect(select().parentElement).toHaveTextContent(chosen);
  fireEvent.blur(field('phone'));
  expect(field('phone')).toHaveAccessibleDescription(/бракує цифр$/);
  translate();
  type({ phone: '+380 00 000 00 00', email: 'olia@gmail.con' });
  expect(field('phone')).not.toHaveAccessibleDescription(/бракує цифр/);
  fireEvent.blur(field('email'));
  translate();
  await userEvent.click(screen.getByRole('button', { name: 'Може, gmail.com?' }));
  expect(field('email')).toHaveValue('olia@gmail.com');
  type({ name: '' });
  translate();
  await press();
  expect(field('name')).toHaveAccessibleDescription('Заповніть це поле.');
  translate();
  type({ name: 'Оля' });
  expect(field('name')).not.toHaveAttribute('aria-invalid');
  send.mockRejectedValueOnce(new Error('cut'));
  await press();
  translate();
  expect(form).toHaveTextContent('Спробуйте ще раз');
  send.mockReturnValueOnce(new Promise((resolve) => (end = resolve)));
  await press();
  expect(button()).toHaveTextContent(busy);
  expect(form).not.toHaveTextContent('Спробуйте ще раз');
  translate();
  await act(async () => {
    end?.();
    await Promise.resolve();
  });
  expect(button()).toHaveTextContent(submit);
  expect(form).toHaveTextContent(/надіслано.*ідповімо за/);
  expect(form).toHaveFormValues({ name: '', phone: '', [choice.name]: '' });
  translate();
  await press();
  expect(send).toHaveBeenCalledTimes(2);
  await fill();
  await press();
  expect(send).toHaveBeenCalledTimes(3);
  expect(failures).not.toHaveBeenCalled();
});
