import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { createPageStyles, partsOf, usedText } from './page-styles';

let root: string;
const write = (name: string, css: string) => {
  writeFileSync(path.join(root, name), css);
};
beforeEach(() => {
  root = temporaryFolder();
  write('a.css', 'a{color:red}.b{color:blue}\n');
});

test('a page gets the used rules of all its sheets, in order; each sheet is read once, from the folder of its prefix', async () => {
  const styles = createPageStyles({ '/remotes/': '/nowhere', '/assets/': root });
  write('b.css', '.c{color:green}.d{color:gold}');
  for (const _time of ['read', 'in memory']) {
    const css = await styles(['/assets/a.css', '/assets/b.css'], '<p class="d b">');
    expect(css).toBe('.b{color:blue}.d{color:gold}');
    rmSync(path.join(root, 'a.css'), { force: true });
  }
});

test.each(['a{color:"', null])('a sheet with the text %j is skipped, and read again later', async (css) => {
  const styles = createPageStyles({ '/assets/': root });
  const addresses = ['/assets/b.css', '/assets/a.css'];
  if (css !== null) write('b.css', css);
  expect(await styles(addresses, '<a>')).toBe('a{color:red}');
  write('b.css', 'a{top:0}');
  expect(await styles(addresses, '<a>')).toBe('a{top:0;color:red}');
});

const PAGE = '<p class="a b"><dialog class="c-1" data-half="1">Text</dialog></p>';
const used = (css: string, isLean?: boolean) => usedText(partsOf(css), PAGE, isLean);

test.each([
  '.a{top:0}',
  '.a.b{top:0}',
  '.a .b>.c-1{top:0}',
  '.nothing,.b{top:0}',
  'P{top:0}',
  '*,::before{top:0}',
  ':root{--x:1}',
  'html,body{top:0}',
  '.a:not(.nothing){top:0}',
  '.a:is(.nothing,:hover){top:0}',
  ':where(.nothing) .a{top:0}',
  '.a:has(.nothing){top:0}',
  '.a:focus-visible::after{top:0}',
  '.c-1[open]::backdrop{top:0}',
  '.a[aria-busy=true]{top:0}',
  '[data-half="2"]{top:0}',
  String.raw`.a\:b{top:0}`,
  '.a{.nothing &{top:0}}',
  '@supports (top: 0){@media (width<10rem){.a{top:0}}}',
  '@layer a,b;',
  '@font-face{font-family:F;src:url(f.woff2)}',
  '@unknown x{.nothing{top:0}}',
  '@keyframes k{to{top:0}}',
])('a page keeps the rule %s', (css) => {
  expect(used(css)).toBe(css);
});

test('a page leaves out optional spaces of custom properties, which minifiers keep', () => {
  expect(used(`:root{--x: min(1px, 2px);--y: "a, b", c;--z: 1 !important}`)).toBe(
    ':root{--x:min(1px,2px);--y:"a, b", c;--z:1 !important}',
  );
});

test.each([
  '.nothing{top:0}',
  '.a .nothing{top:0}',
  '.a.nothing{top:0}',
  '.nothing:hover,.c{top:0}',
  'h4{top:0}',
  '.a[data-open]{top:0}',
  '.a[aria-disabled=true]{top:0}',
  '.a [aria-current]::after{top:0}',
  '@media print{@supports (top: 0){.nothing{top:0}}}',
  '/* for no page */',
])('a page drops the rule %s', (css) => {
  expect(used(css)).toBe('');
});

test.each([
  [':root{--x:1;--y:2;top:0}.a{top:var(--y)}', ':root{--y:2;top:0}.a{top:var(--y)}'],
  [':root{--x:1}.a{top:0}.nothing{top:var(--x)}', '.a{top:0}'],
  [':root{--x:1}.a{top:var(--x-y)}', '.a{top:var(--x-y)}'],
  ['.a{animation:k 1s}@keyframes k{}@keyframes l{}', '.a{animation:k 1s}@keyframes k{}'],
  ['.a{--x:1;top:calc(2*var( --x , 3px))}', '.a{--x:1;top:calc(2*var( --x , 3px))}'],
])('a lean page keeps the used definitions of %s', (css, kept) => {
  expect(used(css, true)).toBe(kept);
});

test.each([
  ['@layer x{.c{top:0}}@layer y{.a{top:0}}@layer{.c{top:0}}', '@layer x;@layer y;@layer y{.a{top:0}}'],
  ['@layer x, y;@layer y{.a{top:0}}@layer x{.c{top:0}}', '@layer x, y;@layer y{.a{top:0}}'],
  ['@layer x,y;@layer z{@layer y{.a{top:0}}}', '@layer x,y;@layer z;@layer z{@layer y;@layer y{.a{top:0}}}'],
  // Adjacent parts of one rule or at-rule are joined.
  ['@media print{.a{top:0}}@media print{.a{left:0}.b{top:0}}', '@media print{.a{top:0;left:0}.b{top:0}}'],
  ['@media print{.b{top:0}}@media screen{.b{top:0}}', '@media print{.b{top:0}}@media screen{.b{top:0}}'],
])('the used rules of %s keep their order and layers, also layers without rules', (css, kept) => {
  expect(used(css)).toBe(kept);
});
