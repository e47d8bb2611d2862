import type { ContactDetails } from '@vidlunnia/contracts';

/** Days as schema.org names them (https://schema.org/DayOfWeek), Monday first. */
const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const SHORT = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'нд'];
const NAMED: Readonly<Record<string, readonly string[]>> = {
  щодня: WEEK,
  будні: WEEK.slice(0, 5),
  вихідні: WEEK.slice(5),
  свята: ['PublicHolidays'],
};

/** Every dash that people type: keyboards have the hyphen, word processors the others. */
const DASH = '\\s*[-‐‑‒–—−]\\s*';
const COMMA = '\\s*,\\s*';
const HOUR = '(?:[01]?\\d|2[0-3])[:.][0-5]\\d';
const ALL_DAY = 'цілодобово';

const listOf = (entry: string) => `${entry}(?:${COMMA}${entry})*`;
/** Without a flag, because JSON schemas have none. */
const inAnyCase = (word: string) => word.replaceAll(/./g, (letter) => `[${letter.toUpperCase()}${letter}]`);
const oneOf = (words: readonly string[]) => `(?:${words.map(inAnyCase).join('|')})`;

const DAY = `${oneOf(SHORT)}\\.?`;
const DAYS = `(?:${oneOf(Object.keys(NAMED))}|${DAY}(?:${DASH}${DAY})?)`;

/** Patterns of the texts that `openingHours` reads: «Пн–Пт», «9:00–18:00». A time without digits means closed. */
export const HOURS_PATTERNS = {
  days: `^\\s*${listOf(DAYS)}\\s*$`,
  time: `^(?:\\s*${listOf(`${HOUR}${DASH}${HOUR}`)}\\s*|\\D*[^\\d\\s]\\D*)$`,
};

/** Opening hours for search engines (https://schema.org/OpeningHoursSpecification). Days without hours are left out. */
export const openingHours = (hours: ContactDetails['hours']) =>
  hours.flatMap(({ days, time }) => {
    const dayOfWeek = days
      .trim()
      .toLowerCase()
      .split(new RegExp(COMMA))
      .flatMap((entry) => NAMED[entry] ?? daysBetween(entry));
    // Published details may have other texts.
    if (dayOfWeek.length === 0) return [];
    return spansIn(time).map((span) => ({ '@type': 'OpeningHoursSpecification', dayOfWeek, ...span }));
  });

/** The days of «пн–пт», or of one day. */
function daysBetween(entry: string): string[] {
  const [from = -1, to = from] = entry
    .replaceAll('.', '')
    .split(new RegExp(DASH))
    .map((day) => SHORT.indexOf(day));
  if (from < 0 || to < 0) return [];
  // From Saturday to Monday is three days.
  const count = ((to - from + WEEK.length) % WEEK.length) + 1;
  return [...WEEK, ...WEEK].slice(from, from + count);
}

function spansIn(time: string) {
  if (time.trim().toLowerCase() === ALL_DAY) return [{ opens: '00:00', closes: '23:59' }];
  const spans = time.matchAll(new RegExp(`(${HOUR})${DASH}(${HOUR})`, 'g'));
  return [...spans].map(([, opens = '', closes = '']) => ({ opens: clock(opens), closes: clock(closes) }));
}

const clock = (hour: string) => hour.replace('.', ':').padStart(5, '0');
