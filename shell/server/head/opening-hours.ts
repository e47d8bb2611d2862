import type { ContactDetails } from '@vidlunnia/shared/contracts';

const DAYS = [
  ['Пн', 'Monday'],
  ['Вт', 'Tuesday'],
  ['Ср', 'Wednesday'],
  ['Чт', 'Thursday'],
  ['Пт', 'Friday'],
  ['Сб', 'Saturday'],
  ['Нд', 'Sunday'],
] as const;

const OPEN = /^(\d\d:\d\d)–(\d\d:\d\d)$/;

/**
 * Hours as people read them, «Пн–Пт 09:00–18:00», as schema.org has them. Days without hours, and what is not
 * understood, are left out: to a search engine they are closed.
 */
export const openingHours = (hours: ContactDetails['hours']): object[] =>
  hours.flatMap(({ days, time }) => {
    const [, opens, closes] = OPEN.exec(time) ?? [];
    const dayOfWeek = daysOf(days);
    if (!opens || !closes || dayOfWeek.length === 0) return [];
    return [{ '@type': 'OpeningHoursSpecification', dayOfWeek, opens, closes }];
  });

function daysOf(range: string): string[] {
  const [first = '', last = first] = range.split('–');
  const from = DAYS.findIndex(([name]) => name === first);
  const to = DAYS.findIndex(([name]) => name === last);
  return from === -1 ? [] : DAYS.slice(from, to + 1).map(([, name]) => name);
}
