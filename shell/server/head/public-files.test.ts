/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.join(__dirname, '../../public');

interface Manifest {
  readonly name: string;
  readonly short_name: string;
  readonly lang: string;
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly type: string }[];
}

const manifest = JSON.parse(readFileSync(path.join(FOLDER, 'manifest.webmanifest'), 'utf8')) as Manifest;
const drawn = manifest.icons.filter(({ type }) => type === 'image/png');

/** Width and height as the file's own header has them (PNG, section 11.2.2). */
function sizeOf(file: string): string {
  const bytes = readFileSync(path.join(FOLDER, file));
  return `${String(bytes.readUInt32BE(16))}x${String(bytes.readUInt32BE(20))}`;
}

test('the manifest names the site in its language', () => {
  expect(manifest).toMatchObject({ name: 'Відлуння, діджитал-агенція', short_name: 'Відлуння', lang: 'uk' });
});

test.each(drawn)('$src is there, as large as the manifest says', ({ src, sizes }) => {
  expect(sizeOf(src)).toBe(sizes);
});

test('the touch icon has the size that telephones ask for', () => {
  expect(sizeOf('apple-touch-icon.png')).toBe('180x180');
});
