import { expect, test } from '@jest/globals';
import { parseContent, problemLine } from './check';
import owner from './owner.json';
import { OwnerSchema } from './owner-schema';

const FILE = 'shared/content/owner.json';
const check = (value: object) =>
  parseContent(OwnerSchema, JSON.stringify(value, null, 2), FILE).problems.map(problemLine);

test('owner.json is valid', () => {
  expect(check(owner)).toEqual([]);
});

test.each([
  ['phone', '043', '«Телефон» — має бути номер на зразок +380 43 000 00 00; зараз «043»'],
  [
    'email',
    'hello',
    '«Електронна пошта» — має бути адреса пошти на зразок hello@vidlunnia.example; зараз «hello»',
  ],
  ['address', '', '«Адреса» — має бути непорожній текст; зараз порожньо'],
  [
    'hours',
    [{ days: 'Пн' }],
    'Години роботи №\u00a01, «Час» — має бути непорожній текст; зараз немає поля time',
  ],
  ['fax', '1', '«fax» — такого поля немає; приберіть його'],
])('%s: the message names the mistake in %j', (field, value, problem) => {
  const lines = check({ ...owner, contact: { ...owner.contact, [field]: value } });
  expect(lines).toEqual([expect.stringMatching(/^shared\/content\/owner\.json, рядок \d+: «Контакти», /)]);
  expect(lines[0]?.endsWith(`«Контакти», ${problem}`)).toBe(true);
});

test('the owner’s sentences and links may be empty', () => {
  const social = Object.fromEntries(Object.keys(owner.social).map((name) => [name, '']));
  expect(check({ ...owner, social, legalLine: '', satisfactionSource: '' })).toEqual([]);
});
