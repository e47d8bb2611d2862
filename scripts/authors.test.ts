import { expect, test } from '@jest/globals';
import authors from '../api/content/authors.json';
import team from '../mfe-home/content/team.json';

test('authors with a link to the team are in it', () => {
  const names = team.people.map(({ name }) => name);
  const linked = authors.authors.filter((author) => author.team).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(linked));
});
