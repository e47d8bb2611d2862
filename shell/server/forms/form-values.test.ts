/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { formValues } from './form-values';
import { sentForm } from './sent-form';

test.each([
  ['name=%D0%9B%D1%83%D0%BD%D0%B0+%2B+1', { name: 'Луна + 1' }],
  ['a=1&b=', { a: '1', b: '' }],
  ['message=1%0D%0A2%0D3%0A4', { message: '1\n2\n3\n4' }],
  ['', {}],
])('“%s” is read as a form', (body, values) => {
  expect(formValues(body)).toEqual(values);
});

test('a hostile name is a field like any other', () => {
  const values = formValues('__proto__=x&constructor=y');
  expect(Object.entries(values)).toEqual([
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ]);
  expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
});

test.each([
  ['sent=contact', 'contact'],
  ['utm=1&sent=application', 'application'],
])('“%s” says that the %s form was accepted', (query, form) => {
  expect(sentForm(new URLSearchParams(query))).toEqual({ form, accepted: true, values: {} });
});

test.each(['', 'sent=', 'sent=newsletter', 'sent=Contact', 'contact'])(
  '“%s” says nothing of a form',
  (query) => {
    expect(sentForm(new URLSearchParams(query))).toBeNull();
  },
);
