import { expect, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import team from '../../content/team.json';
import { Team, quoted } from './team';

/** Matchers replace no-break spaces by ordinary ones. */
const plain = (text: string) => text.replaceAll('\u00A0', ' ');

test('each team member has a position, a portrait and a quote', () => {
  render(<Team />);
  const section = screen.getByRole('region', { name: 'Хто відповість, коли гукнете' });
  expect(section).toHaveAttribute('id', 'team');
  expect(within(section).getAllByRole('listitem')).toHaveLength(team.people.length);
  for (const { name, position, portrait, alt } of team.people) {
    const heading = screen.getByRole('heading', { level: 3, name });
    const person = heading.closest('li');
    if (person === null) throw new Error(`${name} is not a list item.`);
    expect(person).toHaveTextContent(plain(position));
    const picture = within(person).getByRole('img', { name: alt });
    expect(picture).toHaveAttribute('src', portrait);
    expect(picture).toHaveAttribute('loading', 'lazy');
    const quote = within(person).getByRole('blockquote');
    expect(heading.compareDocumentPosition(quote)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  }
});

test.each([
  ['Думаю. Роблю.', '«Думаю. Роблю».'],
  ['Чуєте?', '«Чуєте?»'],
  ['Луна…', '«Луна…»'],
])('the quote «%s» is written %s', (quote, text) => {
  expect(quoted(quote)).toBe(text);
});
