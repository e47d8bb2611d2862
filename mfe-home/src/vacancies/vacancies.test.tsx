import { expect, jest, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { VacanciesSlot } from '@vidlunnia/contracts';
import type { ReactNode } from 'react';
import { Vacancies } from './vacancies';

const show = () => {
  const form = jest.fn<(slot: VacanciesSlot) => ReactNode>(() => <form aria-label="Заявка" />);
  render(<Vacancies data={null} form={form} />);
  return { chosen: () => form.mock.lastCall?.[0].chosen, positions: () => form.mock.lastCall?.[0].positions };
};

const apply = (title: string) => screen.getByRole('link', { name: `Відгукнутися на вакансію: ${title}` });

const titles = [
  'Менеджер/ка підтримки клієнтів',
  'Адміністратор/ка соцмереж',
  'Менеджер/ка з\u00A0продажу та роботи з\u00A0клієнтами',
] as const;

test.each([
  [titles[0], '20\u00A0000–30\u00A0000\u00A0₴'],
  [titles[1], '18\u00A0000–28\u00A0000\u00A0₴'],
  [titles[2], '22\u00A0000–35\u00A0000\u00A0₴'],
])('«%s» pays %s (specification, section 3)', (title, salary) => {
  show();
  const vacancy = screen.getByRole('heading', { level: 3, name: title }).closest('li');
  if (vacancy === null) throw new Error(`«${title}» is not a list item.`);
  expect(within(vacancy).getByText(/₴$/).textContent).toBe(salary);
});

test('the form is in the section and gets the titles as its positions', () => {
  const { chosen, positions } = show();
  const section = screen.getByRole('region', { name: 'Нам бракує ще трьох голосів' });
  expect(section).toContainElement(screen.getByRole('form', { name: 'Заявка' }));
  expect(positions()).toEqual(titles);
  expect(chosen()).toBeNull();
});

test('a vacancy’s link leads to the form and chooses its position', async () => {
  const { chosen } = show();
  expect(apply(titles[1])).toHaveAttribute('href', '#application-form');
  await userEvent.click(apply(titles[1]));
  expect(chosen()).toEqual({ position: titles[1] });
});

test('a second click on the same link counts again', async () => {
  const { chosen } = show();
  await userEvent.click(apply(titles[0]));
  const first = chosen();
  await userEvent.click(apply(titles[0]));
  expect(chosen()).toEqual(first);
  expect(chosen()).not.toBe(first);
});

test('a choice leaves the navigation to the browser', async () => {
  show();
  const followed = jest.fn((event: Event) => event.defaultPrevented);
  document.addEventListener('click', followed, { once: true });
  await userEvent.click(apply(titles[0]));
  expect(followed).toHaveReturnedWith(false);
});
