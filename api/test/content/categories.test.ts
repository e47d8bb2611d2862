import { expect, test } from '@jest/globals';
import { alikeCategories } from '../../src/content/categories';

test.each([
  ['case', 'Кейси', 'кейси'],
  ['spaces and hyphens', 'SMM-поради', 'SMM поради'],
  ['letters of two alphabets', 'SMM', 'SММ'],
  ['another letter', 'Аналітика', 'Аналитика'],
  ['a letter more', 'Кейс', 'Кейси'],
])('categories that differ in %s are alike; the rarer is second', (_, usual, rare) => {
  const counts = new Map([
    [rare, 1],
    [usual, 2],
  ]);
  expect([...alikeCategories(counts)]).toEqual([[usual, rare]]);
});

test.each([
  ['SMM', 'SEO'],
  ['SEO', 'SMO'],
  ['Кейси', 'Команда'],
  ['Кейси', 'Кейси року'],
])('%s and %s are two categories', (one, other) => {
  const counts = new Map([
    [one, 1],
    [other, 1],
  ]);
  expect([...alikeCategories(counts)]).toEqual([]);
});
