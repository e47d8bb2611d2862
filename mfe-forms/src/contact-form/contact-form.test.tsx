import { describe, expect, jest, test } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ChosenService } from '@vidlunnia/contracts';
import { renderToString } from 'react-dom/server';
import { sampleDetails, sampleProps } from '../testing/samples';
import { ContactForm } from './contact-form';

const props = sampleProps();
const draw = (chosen?: ChosenService) => <ContactForm {...props} {...(chosen && { chosen })} />;
const text = (label: RegExp) => screen.getByRole('textbox', { name: label });
const service = () => screen.getByRole('combobox', { name: /^Що вас цікавить/ });
const type = (label: RegExp, value: string) => fireEvent.input(text(label), { target: { value } });
const untilFocused = (element: HTMLElement) =>
  waitFor(() => {
    expect(element).toHaveFocus();
  });

test('service types are sent by their values (specification, section 9)', () => {
  render(draw());
  const options = screen.getAllByRole<HTMLOptionElement>('option');
  expect(options.map(({ label, value }) => [label, value])).toEqual([
    ['Оберіть послугу', ''],
    ['SMM та просування', 'smm'],
    ['Контент-маркетинг', 'content'],
    ['Лідогенерація', 'leads'],
    ['Аналітика', 'analytics'],
  ]);
});

test('the texts link to the address that the shell passes', () => {
  render(draw());
  const link = screen.getByRole('link', { name: sampleDetails.email });
  expect(link).toHaveAttribute('href', `mailto:${sampleDetails.email}`);
});

test.each([
  ['the days with hours', sampleDetails.hours, 'Телефонуємо: Пн–Ср, 10:00–16:00'],
  ['nothing without working days', [], ''],
])('the telephone’s hint has the call hours: %s', (_, hours, hint) => {
  render(<ContactForm {...props} details={{ ...sampleDetails, hours }} />);
  expect(text(/^Телефон/)).toHaveAccessibleDescription(hint);
});

test.each([
  ['nothing', undefined, /^(?!.*<option value="[^"]+" selected).*<textarea[^>]*><\/textarea>/],
  ['a listed service', 'leads', /<option value="leads" selected=""/],
  ['another service, which begins the message', 'Брендинг', /<textarea[^>]*>Брендинг: <\/textarea>/],
])('the form from the server shows what a link chose: %s', (_, service, html) => {
  expect(renderToString(draw(service === undefined ? service : { service }))).toMatch(html);
});

test('a service chosen by a link is set in the live form, which keeps typed text and moves to the first empty field, else to the choice, without a scroll', async () => {
  const focus = jest.spyOn(HTMLElement.prototype, 'focus');
  const { rerender } = render(draw());
  type(/^Ім’я/, 'Оля');
  rerender(draw({ service: 'smm' }));
  expect(service()).toHaveValue('smm');
  expect(text(/^Ім’я/)).toHaveValue('Оля');
  await untilFocused(text(/^Електронна пошта/));
  for (const label of [/^Електронна/, /^Телефон/, /^Повідомлення/]) type(label, '1');
  rerender(draw({ service: 'leads' }));
  await untilFocused(service());
  expect(focus.mock.calls).toEqual([[{ preventScroll: true }], [{ preventScroll: true }]]);
});

describe('a service chosen by a link, but missing in the form,', () => {
  const brand = () => ({ service: 'Брендинг' });
  const message = () => text(/^Повідомлення/);

  test('begins the message, moves to the first field, and is replaced by the next link unless the visitor has typed', async () => {
    const { rerender } = render(draw({ service: 'smm' }));
    rerender(draw(brand()));
    expect(message()).toHaveValue('Брендинг: ');
    expect(service()).toHaveValue('');
    await untilFocused(text(/^Ім’я/));
    rerender(draw({ service: 'Аудит' }));
    expect(message()).toHaveValue('Аудит: ');
    rerender(draw({ service: 'smm' }));
    expect(message()).toHaveValue('');
    type(/^Повідомлення/, 'Добрий день');
    rerender(draw(brand()));
    expect(message()).toHaveValue('Добрий день');
  });

  test('is cleared with an accepted message, and set again by the next link', async () => {
    const { rerender } = render(draw(brand()));
    for (const label of [/^Ім’я/, /^Електронна/, /^Телефон/]) type(label, 'a@b.ua');
    fireEvent.click(screen.getByRole('button', { name: /^Надіслати/ }));
    await waitFor(() => {
      expect(message()).toHaveValue('');
    });
    rerender(draw(brand()));
    expect(message()).toHaveValue('Брендинг: ');
  });
});
