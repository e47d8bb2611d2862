import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Font } from 'fontkit';

const MARK = /^\p{M}$/u;

/** Fonts that stand in for each other, tried in this order for every character. */
export class Typeface {
  /** @param tracking space added between characters, in ems */
  constructor(
    private readonly fonts: readonly Font[],
    private readonly tracking = 0,
  ) {}

  /** Whether a character can be drawn. */
  holds(character: string): boolean {
    return this.fonts.some((font) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
  }

  /** Width of a line of text in ems. */
  width(text: string): number {
    return this.#shape(text).width;
  }

  /** SVG path data of a line of text that begins at `x`, its baseline at `y`. */
  outline(text: string, x: number, y: number, size: number): string {
    return this.#shape(text)
      .glyphs.map(({ glyph, font, left, top }) => {
        const scale = size / font.unitsPerEm;
        return glyph.path.transform(scale, 0, 0, -scale, x + left * size, y - top * size).toSVG();
      })
      .join('');
  }

  #shape(text: string) {
    const glyphs = [];
    let pen = 0;
    for (const { font, characters } of this.#runs(text)) {
      const run = font.layout(characters);
      for (const [index, glyph] of run.glyphs.entries()) {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = run.positions[index] ?? {};
        const left = pen + xOffset / font.unitsPerEm;
        glyphs.push({ glyph, font, left, top: yOffset / font.unitsPerEm });
        pen += xAdvance / font.unitsPerEm + this.tracking;
      }
    }
    return { glyphs, width: glyphs.length === 0 ? 0 : pen - this.tracking };
  }

  /** Neighbours of one font are shaped together, for their kerning. What no font holds is left out. */
  #runs(text: string): { font: Font; characters: string }[] {
    const runs: { font: Font; characters: string }[] = [];
    for (const character of text) {
      const last = runs.at(-1);
      const font = this.#fontOf(character, last?.font);
      if (font === undefined) continue;
      if (font === last?.font) last.characters += character;
      else runs.push({ font, characters: character });
    }
    return runs;
  }

  // A mark sits on its letter only in the letter's own font.
  #fontOf(character: string, previous: Font | undefined): Font | undefined {
    const candidates = MARK.test(character) ? [previous] : this.fonts;
    return candidates.find((font) => font?.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
  }
}

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
  // Loaded with the first image that is drawn.
  const { create } = await import('fontkit');
  const font = create(await readFile(join(folder, `${name}.woff2`)));
  if ('fonts' in font) throw new Error(`${name}.woff2 is a collection of fonts`);
  return font;
}
