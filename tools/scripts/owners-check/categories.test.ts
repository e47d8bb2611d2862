import { expect, test } from '@jest/globals';
import { alikeCategories } from './categories';

const mistakesOf = (...categories: readonly string[]) =>
  [...alikeCategories(categories.map((category, line) => ({ file: 'x', category, categoryLine: line })))].map(
    ({ line }) => line,
  );

test.each([
  ['case', 'Кейси', 'кейси'],
  ['spaces and hyphens', 'SMM-поради', 'SMM поради'],
  ['letters of two alphabets', 'SMM', 'SММ'],
  ['another letter', 'Аналітика', 'Аналитика'],
  ['a letter more', 'Кейс', 'Кейси'],
])('categories that differ in %s are alike; the rarer is the mistake', (_, usual, rare) => {
  expect(mistakesOf(rare, usual, usual)).toEqual([0]);
});

test.each([
  ['SMM', 'SEO'],
  ['SEO', 'SMO'],
  ['Кейси', 'Команда'],
  ['Кейси', 'Кейси року'],
])('%s and %s are two categories', (one, other) => {
  expect(mistakesOf(one, other)).toEqual([]);
});
