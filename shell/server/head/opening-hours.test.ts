import { expect, test } from '@jest/globals';
import { openingHours } from './opening-hours';

const open = (dayOfWeek: string[], opens: string, closes: string) => ({
  '@type': 'OpeningHoursSpecification',
  dayOfWeek,
  opens,
  closes,
});

test.each([
  ['a range of days', 'Пн–Ср', '09:00–18:00', [open(['Monday', 'Tuesday', 'Wednesday'], '09:00', '18:00')]],
  ['one day', 'Сб', '10:00–15:30', [open(['Saturday'], '10:00', '15:30')]],
  ['days off', 'Сб–Нд', 'вихідні', []],
  ['days that are not understood', 'щодня', '09:00–18:00', []],
])('%s', (_, days, time, expected) => {
  expect(openingHours([{ days, time }])).toEqual(expected);
});
