import { readFile } from 'node:fs/promises';
import path from 'node:path';
import subsetFont from 'subset-font';
import { repositoryRoot } from '../../environment/repository';
import { FIGURE_CHARACTERS, HEADING_CHARACTERS, TEXT_CHARACTERS } from './characters';

/** Tables that mean nothing to a font without marks and without an axis. */
const PINNED = ['GDEF', 'STAT'];

/** The site's font files: what each is cut from, and to. */
const CUTS = [
  {
    name: 'manrope.woff2',
    from: 'manrope.woff2',
    characters: TEXT_CHARACTERS,
    // `calt` lifts brackets and dashes beside digits and capitals, `tnum` aligns the figures of tables.
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

export interface FontFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Makes the site's font files from the complete fonts, with the same bytes on any machine. */
export const cutFonts = (): Promise<FontFile[]> =>
  Promise.all(
    CUTS.map(async ({ name, from, characters, features, weight, without }) => {
      const complete = await readFile(path.join(repositoryRoot, 'remote-kit/build/fonts/complete', from));
      const bytes = await subsetFont(complete, characters, {
        targetFormat: 'woff2',
        keepFeatures: features,
        variationAxes: { wght: weight },
        dropTables: without,
      });
      return { name, bytes };
    }),
  );
