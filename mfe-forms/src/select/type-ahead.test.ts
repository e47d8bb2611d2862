import { expect, test } from '@jest/globals';
import { optionsOf } from '../testing/show-select';
import { findByPrefix } from './type-ahead';

const options = optionsOf('Менеджер/ка', 'Адміністратор/ка', 'Менеджер/ка з\u00A0продажу', 'Їздовий');

test.each([
  ['а letter, without a current option', 'а', -1, 1],
  ['а capital letter', 'А', -1, 1],
  ['a Ukrainian letter', 'ї', -1, 3],
  ['a letter, from an option that starts with it', 'м', 0, 2],
  ['the same letter again', 'мм', 2, 0],
  ['two letters, from an option that starts with them', 'ме', 0, 0],
  ['words with an ordinary space', 'менеджер/ка з п', 0, 2],
  ['a letter of the only option that starts with it', 'а', 1, 1],
  ['a letter that no label starts with', 'щ', -1, -1],
])('%s', (_, typed, current, found) => {
  expect(findByPrefix(options, typed, options[current] ?? null)).toBe(options[found]);
});
