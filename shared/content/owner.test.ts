import { expect, test } from '@jest/globals';
import { OWNER, OwnerSchema } from '.';
import { parseContent } from './check';

const mistakesIn = (value: object) =>
  parseContent(OwnerSchema, JSON.stringify(value), 'owner.json').problems.map(({ text }) => text);

test.each([
  ['phone', '043', '«Телефон» — має бути номер на зразок +380 43 000 00 00; зараз «043»'],
  ['email', 'a', '«Електронна пошта» — має бути адреса пошти на зразок hello@vidlunnia.example; зараз «a»'],
  ['address', '', '«Адреса» — має бути непорожній текст; зараз порожньо'],
  [
    'chats',
    { telegram: '@vidlunnia' },
    '«Чати», «Telegram» — має бути адреса, яка починається з\u00a0https://t.me/, або\u00a0порожньо; зараз «@vidlunnia»',
  ],
  ['fax', '1', '«fax» — такого поля немає; приберіть його'],
])('%s: the message describes the mistake in %j', (field, value, mistake) => {
  const contact = { ...OWNER.contact, [field]: value };
  expect(mistakesIn({ ...OWNER, contact })).toEqual([`«Контакти», ${mistake}`]);
});

test('the owner’s sentences and links may be empty', () => {
  const chats = { telegram: '', viber: '', whatsapp: '' };
  const contact = { ...OWNER.contact, chats };
  const social = Object.fromEntries(Object.keys(OWNER.social).map((name) => [name, '']));
  expect(mistakesIn({ ...OWNER, contact, social, legalLine: '', satisfactionSource: '' })).toEqual([]);
});
