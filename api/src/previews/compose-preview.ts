import type { PreviewTypefaces, Typeface } from './typeface';
import { fitLine, wrapTitle } from './wrap-title';

/** What an image says. */
export interface PreviewText {
  readonly title: string;
  readonly label: string;
  /** SVG that is drawn beside the text; without it the template's own drawing stays. */
  readonly cover?: string;
}

// Places and sizes of the template, in pixels. Its sample's lines are 72 apart: nearer, `й` meets what hangs above it.
const TITLE = { x: 72, middle: 402, leading: 72 / 64 };
const COVER = { x: 800, width: 400, height: 630 };
const LABEL = { x: 170, y: 116, size: 26, width: 1200 - 170 - 72 };

/**
 * The template with its text layers filled. Text becomes outlines: nothing in it can be markup, and the machine needs
 * no fonts.
 */
export function composePreview(template: string, text: PreviewText, typefaces: PreviewTypefaces): string {
  const titled = fillLayer(template, 'g', 'title', titlePaths(text.title, typefaces.title));
  const labelled = fillLayer(titled, 'g', 'label', labelPath(text.label, typefaces.label));
  // Last: nothing in a cover is taken for a layer.
  return text.cover === undefined ? labelled : fillLayer(labelled, 'svg', 'art', coverPart(text.cover));
}

function titlePaths(text: string, typeface: Typeface): string {
  const title = printableText(text, (character) => typeface.holds(character));
  const { size, lines } = wrapTitle(title, (line) => typeface.width(line));
  const leading = size * TITLE.leading;
  const first = TITLE.middle - ((lines.length - 1) * leading) / 2;
  return lines
    .map((line, index) => path(typeface.outline(line, TITLE.x, first + index * leading, size)))
    .join('');
}

function labelPath(text: string, typeface: Typeface): string {
  const label = printableText(text, (character) => typeface.holds(character));
  const line = fitLine(label, (each) => typeface.width(each) * LABEL.size <= LABEL.width);
  return path(typeface.outline(line, LABEL.x, LABEL.y, LABEL.size));
}

const path = (data: string): string => `<path d="${data}"/>`;

/** The middle of a cover, as wide as what the title leaves. */
function coverPart(cover: string): string {
  const [, tag = '', content = ''] = /<svg\b([^>]*)>([^]*)<\/svg>/.exec(cover) ?? [];
  const [viewBox] = /viewBox="[^"]*"/.exec(tag) ?? [];
  if (viewBox === undefined) throw new Error('The cover is no <svg> with a viewBox');
  const { x, width, height } = COVER;
  return `<svg x="${String(x)}" width="${String(width)}" height="${String(height)}" ${viewBox} preserveAspectRatio="xMidYMid slice">${content}</svg>`;
}

function fillLayer(svg: string, tag: 'g' | 'svg', id: string, content: string): string {
  const layer = new RegExp(`(<${tag} id="${id}"[^>]*>)[^]*?(</${tag}>)`);
  if (!layer.test(svg)) throw new Error(`The template has no layer <${tag} id="${id}">`);
  return svg.replace(layer, (_, open: string, close: string) => open + content + close);
}

/**
 * A text as it can be drawn: on one line, in composed letters, numbers kept together, without what the fonts lack.
 * @param holds whether the fonts have a character
 */
function printableText(text: string, holds: (character: string) => boolean): string {
  const characters = text
    .normalize('NFC')
    .replace(/[\t\r\n]/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    // Thin and other spaces join words as a no-break space does; the fonts have only that one.
    .replace(/(?! )\p{Zs}/gu, '\u00a0')
    .replace(/(?<=\d) (?=\d{3}(?!\d)|[%₴])/g, '\u00a0')
    .replaceAll('ʼ', '’');
  return Array.from(characters)
    .filter(holds)
    .join('')
    .split(' ')
    .filter((word) => word !== '')
    .join(' ');
}
