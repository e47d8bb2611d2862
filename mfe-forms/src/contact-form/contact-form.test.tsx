import { beforeAll, expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
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
