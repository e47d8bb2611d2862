import { expect, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { GOLDEN_HOME } from '@vidlunnia/contracts/golden';
import { Team, quoted } from './team';

test('each team member has a position, a portrait and a quote', () => {
  const { people } = GOLDEN_HOME.team;
  render(<Team data={GOLDEN_HOME.team} />);
  const section = screen.getByRole('region', { name: 'Хто відповість, коли гукнете' });
  expect(section).toHaveAttribute('id', 'team');
  expect(within(section).getAllByRole('listitem')).toHaveLength(people.length);
  for (const { name, position, portrait, alt } of people) {
    const heading = screen.getByRole('heading', { level: 3, name });
    const person = heading.closest('li');
    if (person === null) throw new Error(`${name} is not a list item.`);
    expect(person).toHaveTextContent(position);
    const picture = within(person).getByRole('img', { name: alt });
    expect(picture).toHaveAttribute('src', portrait.url);
    expect(picture).toHaveAttribute('loading', 'lazy');
    const quote = within(person).getByRole('blockquote');
    expect(heading.compareDocumentPosition(quote)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  }
});

test('a photograph has its copies in several sizes', () => {
  const { lead, people } = GOLDEN_HOME.team;
  const portrait = { url: '/a-960.webp', width: 1200, height: 1500, srcset: '/a-480.webp 480w' };
  render(<Team data={{ lead, people: people.map((person) => ({ ...person, portrait })) }} />);
  const picture = screen.getByRole('img');
  expect(picture).toHaveAttribute('srcset', portrait.srcset);
  expect(picture).toHaveAttribute('sizes');
});

test.each([
  ['Думаю. Роблю.', '«Думаю. Роблю».'],
  ['Чуєте?', '«Чуєте?»'],
  ['Луна…', '«Луна…»'],
])('the quote «%s» is written %s', (quote, text) => {
  expect(quoted(quote)).toBe(text);
});
