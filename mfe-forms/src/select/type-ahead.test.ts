import { expect, test } from '@jest/globals';
import { findByPrefix } from './type-ahead';

const options = ['Менеджер/ка підтримки', 'Адміністратор/ка', 'Менеджер/ка з\u00A0продажу', 'Їздовий'].map(
  (label) => ({ value: label, label }),
);

test.each([
  ['а letter, without a current option', 'а', null, 1],
  ['а capital letter', 'А', null, 1],
  ['a Ukrainian letter', 'ї', null, 3],
  ['a letter, from an option that starts with it', 'м', 0, 2],
  ['the same letter again', 'мм', 2, 0],
  ['two letters, from an option that starts with them', 'ме', 0, 0],
  ['words with an ordinary space', 'менеджер/ка з п', 0, 2],
  ['a letter of the only option that starts with it', 'а', 1, 1],
  ['a letter that no label starts with', 'щ', null, null],
] as const)('%s', (_, typed, current, found) => {
  const from = current === null ? null : (options[current] ?? null);
  expect(findByPrefix(options, typed, from)).toBe(found === null ? undefined : options[found]);
});
