/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.join(__dirname, '../../public');

interface Manifest {
  readonly icons: readonly {
    readonly src: string;
    readonly sizes: string;
    readonly type: string;
    readonly purpose?: string;
  }[];
}

const manifest = JSON.parse(readFileSync(path.join(FOLDER, 'manifest.webmanifest'), 'utf8')) as Manifest;
const drawn = manifest.icons.filter(({ type }) => type === 'image/png');

/** Width and height as the file's own header has them (PNG, section 11.2.2). */
function sizeOf(file: string): string {
  const bytes = readFileSync(path.join(FOLDER, file));
  return `${String(bytes.readUInt32BE(16))}x${String(bytes.readUInt32BE(20))}`;
}

test('the manifest names the site in its language, as a site in the browser', () => {
  expect(manifest).toMatchObject({
    name: 'Відлуння, діджитал-агенція',
    short_name: 'Відлуння',
    lang: 'uk',
    dir: 'ltr',
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'browser',
    theme_color: '#f7f4ee',
    background_color: '#f7f4ee',
  });
});

test('the manifest has icons for every launcher, one that may be cut to any shape', () => {
  const any = drawn.filter(({ purpose = 'any' }) => purpose === 'any').map(({ sizes }) => sizes);
  expect(any).toEqual(['192x192', '512x512']);
  expect(drawn.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1);
});

test.each(drawn)('$src is there, as large as the manifest says', ({ src, sizes }) => {
  expect(sizeOf(src)).toBe(sizes);
});

test('the touch icon has the size that telephones ask for', () => {
  expect(sizeOf('apple-touch-icon.png')).toBe('180x180');
});
