import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { contentFolder } from '../../src/config/package-root';
import { composePreview } from '../../src/previews/compose-preview';
import { loadTypefaces } from '../../src/previews/typeface';

const folder = join(contentFolder, 'og');
const typefaces = loadTypefaces(join(folder, 'fonts'));

async function compose(title: string, label = 'Кейси'): Promise<string> {
  const template = await readFile(join(folder, 'template.svg'), 'utf8');
  return composePreview(template, { title, label }, await typefaces);
}

test.each([
  '</g><script>alert(1)</script><image href="file:///etc/passwd"/>',
  '"/><use href="https://x.example/a.svg#a"/>',
  "$& $1 $` $' &amp; &lt; <!-- ]]>",
])('the title %s stays text: only outlines of its letters are added', async (hostile) => {
  const svg = await compose(hostile, hostile);
  const [plain, added] = [await compose('А'), svg].map((each) => each.match(/<[/!]?[a-z-]+/g) ?? []);
  const others = (tags: string[] | undefined) => tags?.filter((tag) => tag !== '<path');
  expect(others(added)).toEqual(others(plain));
  expect(/<g id="title"[^>]*>([^]*?)<\/g>/.exec(svg)?.[1]).toMatch(/^(<path d="[MLQCZ\d\s.,-]*"\/>)+$/);
});

test('neighbouring letters are kerned', async () => {
  const { title, label } = await typefaces;
  for (const typeface of [title, label]) {
    expect(typeface.width('Та')).toBeLessThan(typeface.width('Т') + typeface.width('а'));
  }
  // Tracking alone would be two pixels of 64.
  expect(title.width('Т') + title.width('а') - title.width('Та')).toBeGreaterThan(2 / 64);
});

test.each([
  ['a letter in two characters', 'и\u0306жа\u0301к', 'йжак'],
  ['a character of no font', 'Їжак 🦔 тут', 'Їжак тут'],
  ['invisible characters and line breaks', 'Їжак\u200b\u00ad\n тут', 'Їжак тут'],
  ['a number with plain spaces', 'від 12 000 ₴', 'від 12\u00a0000\u00a0₴'],
  ['the other apostrophe', 'обʼєм', 'об’єм'],
])('%s is drawn like the plain text', async (_, odd, plain) => {
  expect(await compose(odd)).toBe(await compose(plain));
});

test('a letter outside the display subset is drawn by the text type', async () => {
  const { title, label } = await typefaces;
  expect(title.outline('é', 0, 0, 64)).toBe(label.outline('é', 0, 0, 64));
});

test('a template without its layers is rejected', async () => {
  const fonts = await typefaces;
  expect(() => composePreview('<svg/>', { title: 'А', label: 'Б' }, fonts)).toThrow(
    'The template has no layer <g id="title">',
  );
});

test('a cover takes the place of the template’s drawing, and a layer in it is none', async () => {
  const template = await readFile(join(folder, 'template.svg'), 'utf8');
  const cover = '<svg viewBox="0 0 8 4"><g id="title"><path d="M1 1"/></g></svg>';
  const text = { title: 'Назва', label: 'Відлуння', cover };
  const svg = composePreview(template, text, await typefaces);
  expect(svg).toContain(
    'viewBox="0 0 8 4" preserveAspectRatio="xMidYMid slice"><g id="title"><path d="M1 1"/></g>',
  );
  expect(svg).not.toContain('<circle cx="930"');
  expect(composePreview(template, { title: 'Назва', label: 'Відлуння' }, await typefaces)).toContain(
    '<circle cx="930"',
  );
});
