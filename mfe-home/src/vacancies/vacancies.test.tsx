import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { VacanciesSlot } from '@vidlunnia/contracts';
import { GOLDEN_HOME } from '@vidlunnia/contracts/golden';
import type { ReactNode } from 'react';
import { Vacancies } from './vacancies';

/** Shows the section; returns a function that reads the form's slot. */
function show(data: typeof GOLDEN_HOME.vacancies | null = GOLDEN_HOME.vacancies) {
  const form = jest.fn<(slot: VacanciesSlot) => ReactNode>(() => <form aria-label="Заявка" />);
  render(<Vacancies data={data} form={form} />);
  return () => form.mock.lastCall?.[0];
}

const TITLE = 'Таргетолог/иня';
const apply = () => screen.getByRole('link', { name: `Відгукнутися на вакансію: ${TITLE}` });

test('each vacancy has its salary, employment, terms and text; the form gets the titles as its positions', () => {
  const slot = show();
  const section = screen.getByRole('region', { name: 'Нам бракує вашого голосу' });
  expect([...section.querySelectorAll('h3, li p')].map(({ textContent }) => textContent)).toEqual([
    'Редактор/ка',
    '20\u00A0000–30\u00A0000\u00A0₴ на місяць, повна зайнятість, можна з дому',
    'Пишете & не збиваєтеся.',
    TITLE,
    '25\u00A0000\u00A0₴ на місяць, неповна зайнятість',
    'Влучаєте.',
  ]);
  expect(section).toContainElement(screen.getByRole('form', { name: 'Заявка' }));
  expect(slot()).toEqual({ positions: ['Редактор/ка', TITLE], chosen: null });
});

test('without vacancies, the heading and the form stay', () => {
  const slot = show(null);
  expect(screen.getByRole('heading', { name: 'Нам бракує вашого голосу' })).toBeInTheDocument();
  expect(screen.queryByRole('listitem')).not.toBeInTheDocument();
  expect(slot()).toEqual({ positions: [], chosen: null });
});

test('a vacancy’s link leads to the form and chooses its position; a repeated click counts', async () => {
  const slot = show();
  const followed = jest.fn((event: Event) => event.defaultPrevented);
  document.addEventListener('click', followed, { once: true });
  expect(apply()).toHaveAttribute('href', '#application-form');
  await userEvent.click(apply());
  expect(followed).toHaveReturnedWith(false);
  const before = slot()?.chosen;
  expect(before).toEqual({ position: TITLE });
  await userEvent.click(apply());
  expect(slot()?.chosen).toEqual(before);
  expect(slot()?.chosen).not.toBe(before);
});
