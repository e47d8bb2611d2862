import { beforeAll, expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { comboboxCode } from '../select/combobox-code';
import { createApi, details } from '../testing/form-double';
import { ContactForm } from './contact-form';

beforeAll(() => comboboxCode.fetch());

test.each([
  ['SMM та\u00A0просування', 'smm'],
  ['Контент-маркетинг', 'content'],
  ['Лідогенерація', 'leads'],
  ['Аналітика', 'analytics'],
])('service type «%s» is sent as %s (specification, section 9)', async (label, value) => {
  render(<ContactForm api={createApi()} details={details} outcome={null} data={null} />);
  await userEvent.click(screen.getByRole('combobox'));
  expect(screen.getAllByRole('option')).toHaveLength(4);
  await userEvent.click(screen.getByRole('option', { name: label.replace('\u00A0', ' ') }));
  expect(new FormData(screen.getByRole<HTMLFormElement>('form')).get('service_type')).toBe(value);
});

test('the agency’s address in the words is the one that the page gives', () => {
  render(<ContactForm api={createApi()} details={details} outcome={null} data={null} />);
  expect(screen.getByRole('link', { name: details.email })).toHaveAttribute(
    'href',
    `mailto:${details.email}`,
  );
});
