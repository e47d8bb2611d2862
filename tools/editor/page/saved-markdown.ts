/**
 * The Markdown of the rich text editor as the site reads it (`api/src/content/render-markdown.ts`). The editor writes
 * tables without a head, numbers at the start of a sentence like those of a list, pictures with spaces in their names,
 * and bold text whose marks the site's reader (CommonMark) does not accept next to quotes. The editor reads the result
 * as the same text.
 */
export const savedMarkdown = (body: string): string =>
  body
    .split(LISTING)
    .map((part, index) => (index % 2 === 0 ? tables(part.split('\n')).map(line).join('\n') : part))
    .join('');

const LISTING = /^(```[^]*?^```)/m;
/** No list has that many items. */
const YEAR = /^(\s*\d{4,9})([.)])(?=\s)/;
const PICTURE = /(!\[(?:[^\]\\]|\\.)*\]\()((?:[^"()<>]|\([^()]*\))+?)(?=\s*(?:"[^"]*")?\))/g;

function line(text: string): string {
  if (ROW.test(text)) return text;
  return withFlanks(text.replace(YEAR, String.raw`$1\$2`)).replaceAll(
    PICTURE,
    (_, start: string, address: string) => start + address.replaceAll(/[\s()]/g, percentEncoded),
  );
}

const percentEncoded = (character: string) => `%${character.charCodeAt(0).toString(16)}`;

const ROW = /^\|.*\|\s*$/;
const DIVIDER = /^\|(?:\s*:?-+:?\s*\|)+\s*$/;

/** Each table has one divider, below its first row, and no row has more cells than the first. */
function tables(lines: readonly string[]): string[] {
  const result: string[] = [];
  for (let start = 0; start < lines.length;) {
    let end = start;
    while (ROW.test(lines[end] ?? '')) end += 1;
    result.push(...(end > start ? table(lines.slice(start, end)) : lines.slice(start, start + 1)));
    start = Math.max(end, start + 1);
  }
  return result;
}

function table(lines: readonly string[]): string[] {
  const divider = DIVIDER.test(lines[1] ?? '') ? lines[1] : undefined;
  // The editor writes `\n` between two paragraphs of a cell.
  const [head = '', ...rows] = lines
    .filter((each) => !DIVIDER.test(each))
    .map((each) => each.replaceAll(String.raw`\n`, ' '));
  const width = Math.max(...[head, ...rows].map(cellsIn));
  return [
    head.trimEnd() + '  |'.repeat(width - cellsIn(head)),
    divider !== undefined && cellsIn(divider) === width ? divider : `|${' --- |'.repeat(width)}`,
    ...rows,
  ];
}

const cellsIn = (row: string): number => (row.match(/(?<!\\)\|/g)?.length ?? 0) - 1;

/** Code, addresses and escaped characters are skipped. */
const MARK = /`[^`]*`|\\.|\]\([^)]*\)|\*\*|~~|_/su;

const PUNCTUATION = /^[\p{P}\p{S}]$/u;
const isLetter = (character: string): boolean => /^\S$/u.test(character) && !PUNCTUATION.test(character);
const encoded = (character: string): string => `&#${String(character.codePointAt(0))};`;

/**
 * Marks of bold and italic text work between punctuation and a letter only if the letter is encoded, because `&` and
 * `;` are punctuation (CommonMark, section 6.2).
 */
function withFlanks(text: string): string {
  const open = new Set<string>();
  let result = '';
  let rest = text;
  for (let match = MARK.exec(rest); match; match = MARK.exec(rest)) {
    const [mark] = match;
    result += rest.slice(0, match.index);
    rest = rest.slice(match.index + mark.length);
    const before = /.?$/su.exec(result)?.[0] ?? '';
    const after = /^.?/su.exec(rest)?.[0] ?? '';
    // The editor does not escape `_` within a word.
    const opens = mark === '_' ? !isLetter(before) : mark === '**' || mark === '~~';
    if (open.delete(mark)) {
      const isBlocked = isLetter(after) && (mark === '_' || PUNCTUATION.test(before));
      result += isBlocked ? mark + encoded(after) : mark;
      if (isBlocked) rest = rest.slice(after.length);
    } else {
      if (opens) open.add(mark);
      const isBlocked = opens && isLetter(before) && PUNCTUATION.test(after);
      result = isBlocked ? result.slice(0, -before.length) + encoded(before) + mark : result + mark;
    }
  }
  return result + rest;
}
