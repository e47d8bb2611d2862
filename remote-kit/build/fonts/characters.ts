const LETTERS =
  'АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯабвгґдеєжзиіїйклмнопрстуфхцчшщьюя' +
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** What every heading may be written in. */
export const HEADING_CHARACTERS = `${LETTERS}0123456789 \u00a0!"%&'()+,-./:;?@№₴«»„“”‘’–—…·×−`;

/** What every text may be written in: besides, © and the rest of ASCII. */
export const TEXT_CHARACTERS = `${HEADING_CHARACTERS}©#$*<=>[\\]^_\`{|}~`;

/** The light figures: amounts, ranges, shares, and the blanks inside them. */
export const FIGURE_CHARACTERS = '0123456789 \u00a0+%/–₴';

/** Characters as CSS's `unicode-range` has them. */
export function unicodeRange(characters: string): string {
  const ranges: { first: number; last: number }[] = [];
  const codes = Array.from(characters, (character) => character.codePointAt(0) ?? 0);
  for (const code of codes.sort((a, b) => a - b)) {
    const range = ranges.at(-1);
    if (range && code <= range.last + 1) range.last = code;
    else ranges.push({ first: code, last: code });
  }
  const hex = (code: number) => code.toString(16).toUpperCase().padStart(4, '0');
  return ranges
    .map(({ first, last }) => (first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`))
    .join(', ');
}
