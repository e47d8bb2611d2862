/** @jest-environment node */
import { describe, expect, test } from '@jest/globals';
import { wordsOf } from './needs';
import { rulesOf, usedText } from './used-rules';

const used = (css: string, html: string) => usedText(rulesOf(css), wordsOf(html));
const PAGE = '<p class="a b"><dialog class="c-1" data-half="1">Text</dialog></p>';

describe('a rule stays', () => {
  test.each([
    '.a{top:0}',
    '.a.b{top:0}',
    '.a .b>.c-1{top:0}',
    '.nothing,.b{top:0}',
    'p{top:0}',
    'P{top:0}',
    '*,::before{top:0}',
    ':root{--x: 1}',
    'html,body{top:0}',
    '.a:not(.nothing){top:0}',
    '.a:is(.nothing,:hover){top:0}',
    ':where(.nothing) .a{top:0}',
    '.a:has(.nothing){top:0}',
    '.a:focus-visible::after{top:0}',
    '.c-1[open]::backdrop{top:0}',
    '.a[aria-current]{top:0}',
    '[data-half]{top:0}',
    '[data-half="2"]{top:0}',
    String.raw`.a\:b{top:0}`,
    '.a{.nothing &{top:0}}',
    '@media print{.a{top:0}}',
    '@supports (top: 0){@media (width<10rem){.a{top:0}}}',
    '@layer a,b;',
    '@layer x{.a{top:0}}',
    '@font-face{font-family:F;src:url(f.woff2)}',
    '@page{margin:0}',
    '@unknown x{.nothing{top:0}}',
    '.a{animation:k 1s}@keyframes k{to{top:0}}',
    '@keyframes k{to{top:0}}.a{animation:k 1s}',
    '.a{width:var(--p)}@property --p{syntax:"*"}',
  ])('%s', (css) => {
    expect(used(css, PAGE)).toBe(css);
  });
});

describe('a rule goes', () => {
  test.each([
    '.nothing{top:0}',
    '.A-nothing{top:0}',
    '.a .nothing{top:0}',
    '.a.nothing{top:0}',
    '.nothing:hover,.c{top:0}',
    'h4{top:0}',
    '.a[data-open]{top:0}',
    '@media print{.nothing{top:0}}',
    '@media print{@supports (top: 0){.nothing{top:0}}}',
    '@keyframes k{to{top:0}}.nothing{animation:k 1s}',
    '@property --p{syntax:"*"}',
    '/* for nobody */',
  ])('%s', (css) => {
    expect(used(css, PAGE)).toBe('');
  });
});

test('a layer without rules keeps its place among the layers', () => {
  expect(used('@layer x{.nothing{top:0}}@layer y{.a{top:0}}@layer{.nothing{top:0}}', PAGE)).toBe(
    '@layer x;@layer y{.a{top:0}}',
  );
});

test('what is no style sheet is rejected', () => {
  expect(() => rulesOf('a{')).toThrow();
});
