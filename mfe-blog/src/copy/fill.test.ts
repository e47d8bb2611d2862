import { expect, test } from '@jest/globals';
import { fill } from './fill';

test('every place in braces gets its value', () => {
  expect(fill('{greeting}, {name}', { greeting: 'Вітаємо', name: 'Лесю' })).toBe('Вітаємо, Лесю');
});

test('a value with signs that mean something in a replacement stays as it is', () => {
  expect(fill('{title} — Відлуння', { title: 'Як $& з’їло {бюджет}' })).toBe(
    'Як $& з’їло {бюджет} — Відлуння',
  );
});

test('a place without a value stays', () => {
  expect(fill('Текст: {author}', {})).toBe('Текст: {author}');
});
