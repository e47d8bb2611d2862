import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { cutFonts } from './cut-fonts';

const ui = path.join(repositoryRoot(), 'shared/ui');
const files = readdirSync(path.join(ui, 'fonts')).filter((file) => file.endsWith('.woff2'));
const bytesOf = (file: string) => readFileSync(path.join(ui, 'fonts', file));

test('the font files match the lists of characters; if not, run `npm run fonts -w tools/scripts`', async () => {
  const cut = await cutFonts();
  expect(cut.map(({ name }) => name).sort()).toEqual(files.sort());
  for (const { name, bytes } of cut)
    expect({ name, same: bytes.equals(bytesOf(name)) }).toEqual({ name, same: true });
});
