import { expect, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { GOLDEN_HOME } from '@vidlunnia/contracts/golden';
import { Team } from './team';

const { lead, people } = GOLDEN_HOME.team;

test.each([
  ['Думаю. Роблю.', '«Думаю. Роблю».'],
  ['Чуєте?', '«Чуєте?»'],
  ['Луна…', '«Луна…»'],
])('a person has name, position, portrait, and the quote «%s» written %s', (quote, text) => {
  render(<Team data={{ lead, people: people.map((person) => ({ ...person, quote })) }} />);
  const person = within(screen.getByRole('listitem'));
  expect(person.getByRole('heading', { level: 3, name: 'Золота Луна' })).toBeVisible();
  expect(person.getByText('редакторка')).toBeVisible();
  expect(person.getByRole('blockquote').textContent).toBe(text);
  const picture = person.getByRole('img', { name: 'Портрет' });
  expect(picture).toHaveAttribute('src', '/api/media/golden.svg');
  expect(picture).toHaveAttribute('loading', 'lazy');
});

test('a photograph has its copies in several sizes', () => {
  const portrait = { url: '/a-960.webp', width: 1200, height: 1500, srcset: '/a-480.webp 480w' };
  render(<Team data={{ lead, people: people.map((person) => ({ ...person, portrait })) }} />);
  expect(screen.getByRole('img')).toHaveAttribute('srcset', portrait.srcset);
  expect(screen.getByRole('img')).toHaveAttribute('sizes');
});
