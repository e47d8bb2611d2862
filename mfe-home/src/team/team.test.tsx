import { expect, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { Team } from './team';

test('the team has three people (specification, section 2)', () => {
  render(<Team />);
  const section = screen.getByRole('region', { name: 'Хто відповість, коли гукнете' });
  expect(section).toHaveAttribute('id', 'team');
  expect(within(section).getAllByRole('listitem')).toHaveLength(3);
});

test.each([
  ['Соломія Кравець', 'засновниця, стратегиня', 'Соломії Кравець'],
  ['Остап Мельничук', 'керівник напряму реклами й аналітики', 'Остапа Мельничука'],
  ['Ярина Дзюба', 'головна редакторка', 'Ярини Дзюби'],
])('%s has a position, a portrait and a quote', (name, position, ofWhom) => {
  render(<Team />);
  const person = screen.getByRole('heading', { level: 3, name }).closest('li');
  if (person === null) throw new Error(`${name} is not a list item.`);
  expect(within(person).getByText(position)).toBeVisible();
  const portrait = within(person).getByRole('img', { name: new RegExp(`^Ілюстрований портрет ${ofWhom}`) });
  expect(portrait).toHaveAttribute('width', '480');
  expect(portrait).toHaveAttribute('height', '600');
  expect(portrait).toHaveAttribute('loading', 'lazy');
  expect(within(person).getByRole('blockquote')).toHaveTextContent(/^«.+»$/);
});
