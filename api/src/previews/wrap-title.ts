/** A title in lines, and the size in pixels at which they fit. */
interface WrappedTitle {
  readonly size: number;
  readonly lines: readonly string[];
}

/** What the template leaves for the title, in pixels. */
export const TITLE_WIDTH = 700;
const MOST_LINES = 3;
const LARGEST = 64;
const SMALLEST = 36;
const STEP = 2;

type Fits = (line: string) => boolean;

/**
 * Breaks a title into at most three lines of about the same width, as large as they fit. One that is too long for the
 * smallest size ends with an ellipsis.
 * @param widthOf width of a text in ems
 */
export function wrapTitle(title: string, widthOf: (text: string) => number): WrappedTitle {
  const words = title.split(' ');
  for (let size = LARGEST; size >= SMALLEST; size -= STEP) {
    const fits: Fits = (line) => widthOf(line) * size <= TITLE_WIDTH;
    const count = fillLines(words, fits, MOST_LINES)?.length;
    if (count !== undefined) return { size, lines: evenLines(words, count, fits, widthOf) };
  }
  return { size: SMALLEST, lines: cutLines(words, (line) => widthOf(line) * SMALLEST <= TITLE_WIDTH) };
}

/** Fills one line after another; `undefined` when a word alone is too wide, or there would be too many lines. */
function fillLines(words: readonly string[], fits: Fits, most = Infinity): string[] | undefined {
  const lines: string[] = [];
  for (const word of words) {
    if (!fits(word)) return undefined;
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
    if (lines.length > most) return undefined;
  }
  return lines;
}

/** A line that ends with a short word, such as «що», is worth avoiding by lines that much wider. */
const HANGING = /(^|[ \u00a0])\p{L}{1,3}$/u;
const HANGING_COST = 1.1;

/** Of the ways to break the words into so many lines, the one whose widest line is the narrowest. */
function evenLines(
  words: readonly string[],
  count: number,
  fits: Fits,
  widthOf: (text: string) => number,
): string[] {
  const costOf = (lines: string[]) =>
    Math.max(...lines.map(widthOf)) *
    (lines.slice(0, -1).some((line) => HANGING.test(line)) ? HANGING_COST : 1);
  return waysToBreak(words, count)
    .filter((lines) => lines.every(fits))
    .map((lines) => ({ lines, cost: costOf(lines) }))
    .reduce((best, way) => (way.cost < best.cost ? way : best)).lines;
}

function waysToBreak(words: readonly string[], count: number): string[][] {
  if (count === 1) return [[words.join(' ')]];
  return words.slice(0, words.length - count + 1).flatMap((_, last) => {
    const first = words.slice(0, last + 1).join(' ');
    return waysToBreak(words.slice(last + 1), count - 1).map((rest) => [first, ...rest]);
  });
}

/** The first lines of what is too long; a word that is wider than a line is cut too. */
function cutLines(words: readonly string[], fits: Fits): string[] {
  const cutWords = words.map((word) => fitLine(word, fits));
  const lines = fillLines(cutWords, fits) ?? [];
  if (lines.length <= MOST_LINES) return lines;
  const last = lines.slice(MOST_LINES - 1, MOST_LINES + 1).join(' ');
  return [...lines.slice(0, MOST_LINES - 1), fitLine(last, fits)];
}

/** The text, or as much of its beginning as fits together with an ellipsis. */
export function fitLine(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text;
  let cut = '';
  let beginning = '';
  for (const character of text) {
    beginning += character;
    const longer = `${beginning.trimEnd()}…`;
    if (!fits(longer)) break;
    cut = longer;
  }
  return cut;
}
