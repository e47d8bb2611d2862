import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import subsetFont from 'subset-font';
import { repositoryRoot } from '@vidlunnia/settings/machine';

const LETTERS =
  'АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯабвгґдеєжзиіїйклмнопрстуфхцчшщьюя' +
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Characters of headings. */
const HEADING_CHARACTERS = `${LETTERS}0123456789 \u00a0!"%&'()+,-./:;?@№₴«»„“”‘’–—…·×−`;
/** Characters of all text: the headings' ones, © and the rest of ASCII. */
const TEXT_CHARACTERS = `${HEADING_CHARACTERS}©#$*<=>[\\]^_\`{|}~`;
/** Characters of light figures: amounts, ranges, shares, and the spaces inside them. */
const FIGURE_CHARACTERS = '0123456789 \u00a0+%/–₴';

/** Tables that are useless in a font without marks and without axes. */
const PINNED = ['GDEF', 'STAT'];

/** The site's font files, each with its source. */
const CUTS = [
  {
    name: 'manrope.woff2',
    from: 'manrope.woff2',
    characters: TEXT_CHARACTERS,
    // `calt` lifts brackets and dashes next to digits and capitals, `tnum` aligns the figures of tables.
    features: ['kern', 'calt', 'tnum'],
    weight: { min: 400, max: 700 },
    without: [],
  },
  {
    name: 'unbounded-600.woff2',
    from: 'unbounded.woff2',
    characters: HEADING_CHARACTERS,
    features: ['kern'],
    weight: 600,
    without: PINNED,
  },
  {
    name: 'unbounded-300-figures.woff2',
    from: 'unbounded.woff2',
    characters: FIGURE_CHARACTERS,
    features: ['kern'],
    weight: 300,
    without: PINNED,
  },
] as const;

/** Makes the site's font files from the complete fonts; the bytes are the same on every machine. */
export const cutFonts = (): Promise<{ readonly name: string; readonly bytes: Buffer }[]> =>
  Promise.all(
    CUTS.map(async ({ name, from, characters, features, weight, without }) => {
      const complete = await readFile(path.join(__dirname, 'complete', from));
      const bytes = await subsetFont(complete, characters, {
        targetFormat: 'woff2',
        keepFeatures: features,
        variationAxes: { wght: weight },
        dropTables: without,
      });
      return { name, bytes };
    }),
  );

/** Cuts the site's fonts again, into `shared/ui/fonts`. */
export async function writeFonts(): Promise<void> {
  for (const { name, bytes } of await cutFonts()) {
    await writeFile(path.join(repositoryRoot(), 'shared/ui/fonts', name), bytes);
    process.stdout.write(`${name} ${bytes.length.toLocaleString('en')} bytes\n`);
  }
}
