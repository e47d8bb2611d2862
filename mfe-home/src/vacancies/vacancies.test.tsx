import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ContactDetails, VacanciesSlot } from '@vidlunnia/contracts';
import { GOLDEN_HOME } from '@vidlunnia/contracts/golden';
import type { ReactNode } from 'react';
import { sampleDetails } from '../testing/samples';
import { EMPLOYMENT } from './copy';
import { Vacancies, salaryText } from './vacancies';

const show = (
  details?: ContactDetails,
  data: typeof GOLDEN_HOME.vacancies | null = GOLDEN_HOME.vacancies,
) => {
  const form = jest.fn<(slot: VacanciesSlot) => ReactNode>(() => <form aria-label="Заявка" />);
  const { container } = render(<Vacancies data={data} form={form} {...(details && { details })} />);
  return {
    chosen: () => form.mock.lastCall?.[0].chosen,
    positions: () => form.mock.lastCall?.[0].positions,
    data: container.querySelector('script'),
  };
};

const apply = (title: string) => screen.getByRole('link', { name: `Відгукнутися на вакансію: ${title}` });

/** Matchers turn no-break spaces of a page into ordinary ones. */
const plain = (text: string) => text.replaceAll('\u00A0', ' ');

const { vacancies } = GOLDEN_HOME.vacancies;
const titles = vacancies.map(({ title }) => title);
const [first = ''] = titles;
const last = titles.at(-1) ?? '';

test('each vacancy has its text, salary and employment', () => {
  show();
  for (const { title, text, salary_from, salary_to, employment } of vacancies) {
    const vacancy = screen.getByRole('heading', { level: 3, name: title }).closest('li');
    if (vacancy === null) throw new Error(`«${title}» is not a list item.`);
    for (const shown of [text, salaryText(salary_from, salary_to), EMPLOYMENT[employment] ?? '—'])
      expect(vacancy).toHaveTextContent(plain(shown));
  }
});

test.each([
  [9500, 12000, '9\u00A0500–12\u00A0000\u00A0₴'],
  [20000, 20000, '20\u00A0000\u00A0₴'],
])('a salary from %d to %d reads «%s»', (from, to, text) => {
  expect(salaryText(from, to)).toBe(text);
});

test('the form is in the section and gets the titles as its positions', () => {
  const { chosen, positions } = show();
  const section = screen.getByRole('region', { name: 'Нам бракує вашого голосу' });
  expect(section).toContainElement(screen.getByRole('form', { name: 'Заявка' }));
  expect(positions()).toEqual(titles);
  expect(chosen()).toBeNull();
});

test('without vacancies, the heading and the form stay', () => {
  const { positions } = show(sampleDetails, null);
  expect(screen.getByRole('region', { name: 'Нам бракує вашого голосу' })).toHaveAttribute('id', 'vacancies');
  expect(screen.queryByRole('listitem')).not.toBeInTheDocument();
  expect(positions()).toEqual([]);
});

test('a vacancy’s link leads to the form and chooses its position', async () => {
  const { chosen } = show();
  expect(apply(last)).toHaveAttribute('href', '#application-form');
  await userEvent.click(apply(last));
  expect(chosen()).toEqual({ position: last });
});

test('a repeated click on the same link counts', async () => {
  const { chosen } = show();
  await userEvent.click(apply(first));
  const before = chosen();
  await userEvent.click(apply(first));
  expect(chosen()).toEqual(before);
  expect(chosen()).not.toBe(before);
});

test('the browser follows the link of a choice', async () => {
  show();
  const followed = jest.fn((event: Event) => event.defaultPrevented);
  document.addEventListener('click', followed, { once: true });
  await userEvent.click(apply(first));
  expect(followed).toHaveReturnedWith(false);
});

test('a browser creates no script, because Trusted Types forbid it', () => {
  expect(show(sampleDetails).data).toBeNull();
});
