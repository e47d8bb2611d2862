import { expect, test } from '@jest/globals';
import { OWNER, OwnerSchema } from '.';
import { parseContent } from './check';
import { openingHours } from './hours';

const mistakesOf = (days: string, time: string) => {
  const contact = { ...OWNER.contact, hours: [{ days, time }] };
  const { problems } = parseContent(OwnerSchema, JSON.stringify({ ...OWNER, contact }), 'owner.json');
  return problems.map(({ text }) => text.replaceAll('\u00a0', ' '));
};

test.each([
  ['Пн–Пт', '09:00–18:00', ['Mon Tue Wed Thu Fri 09:00–18:00']],
  ['Пн-Пт', '9:00-18:00', ['Mon Tue Wed Thu Fri 09:00–18:00']],
  ['пн. — пт.', '9.00 — 18.00', ['Mon Tue Wed Thu Fri 09:00–18:00']],
  ['ПН,Ср , нд', '8:05–12:00, 13:00–17:30', ['Mon Wed Sun 08:05–12:00', 'Mon Wed Sun 13:00–17:30']],
  ['Сб–Пн', '22:00–6:00', ['Sat Sun Mon 22:00–06:00']],
  ['Щодня', 'Цілодобово', ['Mon Tue Wed Thu Fri Sat Sun 00:00–23:59']],
  ['Будні, сб', '10:00–19:00', ['Mon Tue Wed Thu Fri Sat 10:00–19:00']],
  ['вихідні, свята', '10:00–15:00', ['Sat Sun Pub 10:00–15:00']],
  ['Сб–Нд', 'вихідні', []],
  ['Нд', 'за домовленістю', []],
])('%j %j is accepted and read by search engines', (days, time, read) => {
  expect(mistakesOf(days, time)).toEqual([]);
  const texts = openingHours([{ days, time }]).map(
    ({ dayOfWeek, opens, closes }) =>
      `${dayOfWeek.map((day) => day.slice(0, 3)).join(' ')} ${opens}–${closes}`,
  );
  expect(texts).toEqual(read);
});

test.each([
  ['Понеділок', '9:00–18:00', '«Дні»'],
  ['Пн–Ср–Пт', '9:00–18:00', '«Дні»'],
  ['Пн–Пт', '9–18', '«Час»'],
  ['Пн–Пт', 'з 9:00 до 18:00', '«Час»'],
  ['Пн–Пт', '25:00–26:00', '«Час»'],
  ['Пн–Пт', ' ', '«Час»'],
])('%j %j is a mistake in %s', (days, time, field) => {
  expect(mistakesOf(days, time)).toEqual([
    expect.stringContaining(`Години роботи № 1, ${field} — має бути `),
  ]);
});
