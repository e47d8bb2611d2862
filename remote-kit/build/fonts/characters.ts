const LETTERS =
  'АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯабвгґдеєжзиіїйклмнопрстуфхцчшщьюя' +
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** What every heading may be written in. */
export const HEADING_CHARACTERS = `${LETTERS}0123456789 \u00a0!"%&'()+,-./:;?@№₴«»„“”‘’–—…·×−`;

/** What every text may be written in: besides, © and the rest of ASCII. */
export const TEXT_CHARACTERS = `${HEADING_CHARACTERS}©#$*<=>[\\]^_\`{|}~`;

/** The light figures: amounts, ranges, shares, and the blanks inside them. */
export const FIGURE_CHARACTERS = '0123456789 \u00a0+%/–₴';
