import { describe, expect, test } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ChosenService } from '@vidlunnia/contracts';
import { renderToString } from 'react-dom/server';
import { sampleDetails, sampleProps } from '../testing/samples';
import { loadCombobox } from '../testing/show-select';
import { ContactForm } from './contact-form';

const props = sampleProps();
const draw = (chosen?: ChosenService) => <ContactForm {...props} {...(chosen && { chosen })} />;
const text = (label: RegExp) => screen.getByRole('textbox', { name: label });
const service = () => screen.getByRole('combobox', { name: /^Що вас цікавить/ });
const expectFocus = (label: RegExp) =>
  waitFor(() => {
    expect(text(label)).toHaveFocus();
  });

loadCombobox();

test.each([
  ['SMM та просування', 'smm'],
  ['Контент-маркетинг', 'content'],
  ['Лідогенерація', 'leads'],
  ['Аналітика', 'analytics'],
])('service type «%s» is sent as %s (specification, section 9)', async (label, value) => {
  render(draw());
  await userEvent.click(service());
  expect(screen.getAllByRole('option')).toHaveLength(4);
  await userEvent.click(screen.getByRole('option', { name: label }));
  expect(screen.getByRole('form')).toHaveFormValues({ service_type: value });
});

test('the texts link to the address that the shell passes', () => {
  render(draw());
  const link = screen.getByRole('link', { name: sampleDetails.email });
  expect(link).toHaveAttribute('href', `mailto:${sampleDetails.email}`);
});

test.each([
  ['the days with hours', sampleDetails.hours, 'Телефонуємо: Пн–Ср, 10:00–16:00'],
  ['nothing without any', [], ''],
])('the hint of the telephone says when the agency calls: %s', (_, hours, hint) => {
  render(<ContactForm {...props} details={{ ...sampleDetails, hours }} />);
  expect(text(/^Телефон/)).toHaveAccessibleDescription(hint);
});

describe('a service that a link chose', () => {
  test('is set in the form from the server', () => {
    expect(renderToString(draw({ service: 'leads' }))).toMatch(/<option value="leads" selected=""/);
    expect(renderToString(draw())).not.toMatch(/<option value="[^"]+" selected/);
  });

  test('is set in the live form, which keeps what was typed and moves to the first empty field', async () => {
    const { rerender } = render(draw());
    await userEvent.type(text(/^Ім’я/), 'Оля');
    rerender(draw({ service: 'smm' }));
    expect(service()).toHaveValue('smm');
    expect(text(/^Ім’я/)).toHaveValue('Оля');
    await expectFocus(/^Електронна пошта/);
  });
});

describe('a service that a link chose and the form does not list', () => {
  const brand = () => ({ service: 'Брендинг' });
  const message = () => text(/^Повідомлення/);

  test('begins the message in the form from the server', () => {
    expect(renderToString(draw(brand()))).toMatch(/<textarea[^>]*>Брендинг: <\/textarea>/);
  });

  test('begins the message in the live form, leaves no other choice, and moves to the first field', async () => {
    const { rerender } = render(draw({ service: 'smm' }));
    rerender(draw(brand()));
    expect(message()).toHaveValue('Брендинг: ');
    expect(service()).toHaveValue('');
    await expectFocus(/^Ім’я/);
  });

  test('gives way to the service of the next link, until the visitor has typed something', async () => {
    const { rerender } = render(draw(brand()));
    rerender(draw({ service: 'Аудит' }));
    expect(message()).toHaveValue('Аудит: ');
    rerender(draw({ service: 'smm' }));
    expect(message()).toHaveValue('');
    await expectFocus(/^Ім’я/);
    await userEvent.type(message(), 'Добрий день');
    rerender(draw(brand()));
    expect(message()).toHaveValue('Добрий день');
  });

  test('is gone when the message was accepted, and comes again with the next link', async () => {
    const { rerender } = render(draw(brand()));
    await userEvent.type(text(/^Ім’я/), 'Оля');
    await userEvent.type(text(/^Електронна/), 'a@b.ua');
    await userEvent.type(text(/^Телефон/), '1');
    await userEvent.click(screen.getByRole('button', { name: /^Надіслати/ }));
    await waitFor(() => {
      expect(message()).toHaveValue('');
    });
    rerender(draw(brand()));
    expect(message()).toHaveValue('Брендинг: ');
  });
});
