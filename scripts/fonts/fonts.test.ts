import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { create } from 'fontkit';
import { repositoryRoot } from '@vidlunnia/remote-kit/process/repository';
import { cutFonts } from './cut-fonts';

const ui = path.join(repositoryRoot(), 'shared/ui');
const files = readdirSync(path.join(ui, 'fonts')).filter((file) => file.endsWith('.woff2'));
const bytesOf = (file: string) => readFileSync(path.join(ui, 'fonts', file));

test('the font files match the lists of characters; if not, run `npm run fonts`', async () => {
  const cut = await cutFonts();
  expect(cut.map(({ name }) => name).sort()).toEqual(files.sort());
  for (const { name, bytes } of cut)
    expect({ name, same: bytes.equals(bytesOf(name)) }).toEqual({ name, same: true });
});

/** Code points of a range as CSS has it. */
function codesOf(range: string): number[] {
  const [first = Number.NaN, last = first] = range
    .slice(2)
    .split('-')
    .map((code) => Number.parseInt(code, 16));
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

test.each(files)('%s is asked for by exactly the characters that it holds', (file) => {
  const font = create(bytesOf(file));
  if ('fonts' in font) throw new Error('A collection of fonts');
  // The last code point is the end of the font's table.
  const held = font.characterSet.filter((code) => code !== 0xffff);
  const rule = readFileSync(path.join(ui, 'fonts.css'), 'utf8').split(`/${file}`)[1] ?? '';
  const asked = /unicode-range:\s*([^;]+);/.exec(rule)?.[1]?.split(/,\s*/).flatMap(codesOf);
  expect(asked).toEqual(held.sort((one, other) => one - other));
});
