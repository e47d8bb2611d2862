import { beforeAll, describe, expect, test } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ChosenService } from '@vidlunnia/contracts';
import { renderToString } from 'react-dom/server';
import { comboboxCode } from '../select/combobox-code';
import { sampleApi, sampleDetails } from '../testing/samples';
import { ContactForm } from './contact-form';

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

  test('that the form does not list is ignored', () => {
    render(draw({ service: 'seo' }));
    expect(service()).toHaveValue('');
  });
});
