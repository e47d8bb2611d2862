import { describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { contentFolder } from '../../src/config/package-root';
import { readContent } from '../../src/content/content';
import { loadTypefaces } from '../../src/previews/typeface';
import { TITLE_WIDTH, wrapTitle } from '../../src/previews/wrap-title';

const typefaces = loadTypefaces(join(contentFolder, 'og', 'fonts'));
const widths = new Map<string, number>();

async function wrap(title: string) {
  const { title: typeface } = await typefaces;
  // Every size asks for the same lines.
  const widthOf = (line: string) => {
    const width = widths.get(line) ?? typeface.width(line);
    widths.set(line, width);
    return width;
  };
  const { size, lines } = wrapTitle(title, widthOf);
  return { size, lines, widest: Math.max(...lines.map((line) => widthOf(line) * size)) };
}

test.each([
  ['one word', 'Ґедзь', 64, ['Ґедзь']],
  ['two even lines', 'Менше заявок, більше пацієнтів', 64, ['Менше заявок,', 'більше пацієнтів']],
  ['a no-break space', 'Злий коментар о\u00a022:40', 64, ['Злий коментар', 'о\u00a022:40']],
  ['no short word left behind', 'Гукнемо так, що відгукнеться', 64, ['Гукнемо так,', 'що відгукнеться']],
  [
    'three lines',
    'Що лишити у\u00a0звіті на одну сторінку',
    64,
    ['Що лишити', 'у\u00a0звіті на одну', 'сторінку'],
  ],
  [
    'a long title',
    'Чому «безкоштовний» аудит коштує від 12 000 ₴ нам',
    50,
    ['Чому «безкоштовний»', 'аудит коштує', 'від 12 000 ₴ нам'],
  ],
  ['a long word', 'Найрезультативнішими', 46, ['Найрезультативнішими']],
  ['no words', '', 64, ['']],
])('%s: «%s»', async (_, title, size, lines) => {
  expect(await wrap(title)).toMatchObject({ size, lines });
});

describe('nothing is wider than its place', () => {
  test('the titles of the repository stay at full size', async () => {
    const { posts } = await readContent(contentFolder);
    expect(posts).toHaveLength(8);
    for (const { title } of posts) {
      const { size, lines, widest } = await wrap(title);
      expect([title, size, lines.join(' ')]).toEqual([title, 64, title]);
      expect(widest).toBeLessThanOrEqual(TITLE_WIDTH);
    }
  });

  test.each(['Щ', 'Ю', 'ю', 'W', 'і', '0'])(
    '49 characters of «%s», in words of any length',
    async (letter) => {
      for (let length = 1; length <= 49; length += 1) {
        const title = `${letter.repeat(length)} `.repeat(49).slice(0, 49).trim();
        const { lines, widest } = await wrap(title);
        expect(lines.length).toBeLessThanOrEqual(3);
        expect(widest).toBeLessThanOrEqual(TITLE_WIDTH);
      }
    },
  );

  test('what is too long for the smallest size ends with an ellipsis', async () => {
    const { size, lines, widest } = await wrap('Дуже довга назва статті '.repeat(20).trim());
    expect([size, lines.length, lines.at(-1)?.at(-1)]).toEqual([36, 3, '…']);
    expect(widest).toBeLessThanOrEqual(TITLE_WIDTH);
  });
});
