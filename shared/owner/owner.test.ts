import { expect, test } from '@jest/globals';
import { schemaProblems } from '@vidlunnia/contracts/checked';
import owner from './owner.json';
import { OwnerSchema } from './schema';

test('owner.json is valid', () => {
  expect(schemaProblems(OwnerSchema, owner)).toEqual([]);
});

test.each([
  ['phone', '043', 'contact.phone is “043”; it has to be a telephone number like +380 43 000 00 00'],
  ['email', 'hello', 'contact.email is “hello”; it has to be an e-mail address'],
  ['address', '', 'contact.address is “”; it has to be a text that is not empty'],
  ['hours', [{ days: 'Пн' }], 'contact.hours.0.time is missing; it has to be a text that is not empty'],
  ['fax', '1', 'contact.fax is unknown; remove it'],
])('%s: the error names the mistake in %j', (field, value, problem) => {
  const found = schemaProblems(OwnerSchema, { ...owner, contact: { ...owner.contact, [field]: value } });
  expect(found.map(({ text }) => text)).toEqual([problem]);
});
