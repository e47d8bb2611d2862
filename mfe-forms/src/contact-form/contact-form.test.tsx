import { beforeAll, describe, expect, test } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ChosenService } from '@vidlunnia/contracts';
import { renderToString } from 'react-dom/server';
import { comboboxCode } from '../select/combobox-code';
import { sampleApi, sampleDetails } from '../testing/samples';
import { ContactForm } from './contact-form';

// jsdom has no layout to scroll.
Element.prototype.scrollIntoView = () => undefined;

beforeAll(() => comboboxCode.fetch());

test.each([
  ['SMM та\u00A0просування', 'smm'],
  ['Контент-маркетинг', 'content'],
  ['Лідогенерація', 'leads'],
  ['Аналітика', 'analytics'],
])('service type «%s» is sent as %s (specification, section 9)', async (label, value) => {
  render(<ContactForm api={sampleApi()} details={sampleDetails} outcome={null} data={null} />);
  await userEvent.click(screen.getByRole('combobox'));
  expect(screen.getAllByRole('option')).toHaveLength(4);
  await userEvent.click(screen.getByRole('option', { name: label.replace('\u00A0', ' ') }));
  expect(new FormData(screen.getByRole<HTMLFormElement>('form')).get('service_type')).toBe(value);
});

test('the texts link to the address that the shell passes', () => {
  render(<ContactForm api={sampleApi()} details={sampleDetails} outcome={null} data={null} />);
  expect(screen.getByRole('link', { name: sampleDetails.email })).toHaveAttribute(
    'href',
    `mailto:${sampleDetails.email}`,
  );
});

describe('a service that a link chose', () => {
  const draw = (chosen?: ChosenService) => (
    <ContactForm
      api={sampleApi()}
      details={sampleDetails}
      outcome={null}
      data={null}
      {...(chosen && { chosen })}
    />
  );
  const service = () => screen.getByRole('combobox', { name: /^Що вас цікавить/ });

  test('is set in the form from the server', () => {
    expect(renderToString(draw({ service: 'leads' }))).toMatch(/<option value="leads" selected=""/);
    expect(renderToString(draw())).not.toMatch(/<option value="[^"]+" selected/);
  });

  test('is set in the live form, which keeps what was typed and moves to the first empty field', async () => {
    const { rerender } = render(draw());
    await userEvent.type(screen.getByRole('textbox', { name: /^Ім’я/ }), 'Оля');
    rerender(draw({ service: 'smm' }));
    expect(service()).toHaveValue('smm');
    expect(screen.getByRole('textbox', { name: /^Ім’я/ })).toHaveValue('Оля');
    await waitFor(() => {
      expect(screen.getByRole('textbox', { name: /^Електронна пошта/ })).toHaveFocus();
    });
  });

  describe('that the form does not list', () => {
    const message = () => screen.getByRole('textbox', { name: /^Повідомлення/ });
    const brand = () => ({ service: 'Брендинг' });

    test('begins the message in the form from the server', () => {
      expect(renderToString(draw(brand()))).toMatch(/<textarea[^>]*>Брендинг: <\/textarea>/);
    });

    test('begins the message in the live form, leaves no other choice, and moves to the first field', async () => {
      const { rerender } = render(draw({ service: 'smm' }));
      rerender(draw(brand()));
      expect(message()).toHaveValue('Брендинг: ');
      expect(service()).toHaveValue('');
      await waitFor(() => {
        expect(screen.getByRole('textbox', { name: /^Ім’я/ })).toHaveFocus();
      });
    });

    test('gives way to the service of the next link, until the visitor has typed something', async () => {
      const { rerender } = render(draw(brand()));
      rerender(draw({ service: 'Аудит' }));
      expect(message()).toHaveValue('Аудит: ');
      rerender(draw({ service: 'smm' }));
      expect(message()).toHaveValue('');
      await waitFor(() => {
        expect(screen.getByRole('textbox', { name: /^Ім’я/ })).toHaveFocus();
      });
      await userEvent.type(message(), 'Добрий день');
      rerender(draw(brand()));
      expect(message()).toHaveValue('Добрий день');
    });

    test('is gone when the message was accepted, and comes again with the next link', async () => {
      const { rerender } = render(draw(brand()));
      await userEvent.type(screen.getByRole('textbox', { name: /^Ім’я/ }), 'Оля');
      await userEvent.type(screen.getByRole('textbox', { name: /^Електронна/ }), 'a@b.ua');
      await userEvent.type(screen.getByRole('textbox', { name: /^Телефон/ }), '1');
      await userEvent.click(screen.getByRole('button', { name: /^Надіслати/ }));
      await waitFor(() => {
        expect(message()).toHaveValue('');
      });
      rerender(draw(brand()));
      expect(message()).toHaveValue('Брендинг: ');
    });
  });
});

test.each([
  ['the days with hours', sampleDetails.hours, 'Телефонуємо: Пн–Ср, 10:00–16:00'],
  ['nothing without any', [], ''],
])('the hint of the telephone says when the agency calls: %s', (_, hours, hint) => {
  render(<ContactForm api={sampleApi()} details={{ ...sampleDetails, hours }} outcome={null} data={null} />);
  expect(screen.getByRole('textbox', { name: /^Телефон/ })).toHaveAccessibleDescription(hint);
});
