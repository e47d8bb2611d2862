import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Font } from 'fontkit';
import { Typeface } from './typeface';

/** Display type for the title, text type for the label. */
export interface PreviewTypefaces {
  readonly title: Typeface;
  readonly label: Typeface;
}

const UNBOUNDED = ['unbounded-600-uk', 'unbounded-600-latin', 'unbounded-600-hryvnia'];
const MANROPE = ['manrope-600-cyrillic', 'manrope-600-latin', 'manrope-600-hryvnia'];
/** The template's two pixels at 64. */
const TITLE_TRACKING = -2 / 64;

/** Loads the fonts in a folder. Manrope stands in for the letters that Unbounded's subset lacks. */
export async function loadTypefaces(folder: string): Promise<PreviewTypefaces> {
  const unbounded = await Promise.all(UNBOUNDED.map((name) => loadFont(folder, name)));
  const manrope = await Promise.all(MANROPE.map((name) => loadFont(folder, name)));
  return { title: new Typeface([...unbounded, ...manrope], TITLE_TRACKING), label: new Typeface(manrope) };
}

async function loadFont(folder: string, name: string): Promise<Font> {
  // Only a start that has something to draw pays for loading it.
  const { create } = await import('fontkit');
  const font = create(await readFile(join(folder, `${name}.woff2`)));
  if ('fonts' in font) throw new Error(`${name}.woff2 is a collection of fonts`);
  return font;
}
