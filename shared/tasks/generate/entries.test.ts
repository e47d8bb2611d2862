import { describe, expect, test } from '@jest/globals';
import { copyEntries, removeEntries } from './entries';

const BLOG = { name: 'blog', port: 3002 };
const NEW = { name: 'careers', port: 3004 };
const again = (text: string) => copyEntries(text, BLOG, NEW, ['home']);

describe('for a new remote is copied, and removed again,', () => {
  test.each([
    [
      'a line',
      'A\nCOPY mfe-blog/x mfe-blog/\nB',
      'A\nCOPY mfe-blog/x mfe-blog/\nCOPY mfe-careers/x mfe-careers/\nB',
    ],
    ['a variable with its port', 'MFE_BLOG_PORT: 3002', 'MFE_BLOG_PORT: 3002\nMFE_CAREERS_PORT: 3004'],
    ['an item of a list', '[mfe-home.pub, mfe-blog.pub]', '[mfe-home.pub, mfe-blog.pub, mfe-careers.pub]'],
    [
      'an option',
      'npm ci -w mfe-home -w mfe-blog -w api',
      'npm ci -w mfe-home -w mfe-blog -w mfe-careers -w api',
    ],
    ['a word', 'for team in mfe-home mfe-blog; do', 'for team in mfe-home mfe-blog mfe-careers; do'],
    [
      'a block with what is below it, and with the blank line before it',
      '\n  mfe-blog:\n    a: 1\n\n  shell:',
      '\n  mfe-blog:\n    a: 1\n\n  mfe-careers:\n    a: 1\n\n  shell:',
    ],
    [
      'an entry of a list with what is below it',
      '  - name: mfe-blog\n    tag: 1\n  - name: api',
      '  - name: mfe-blog\n    tag: 1\n  - name: mfe-careers\n    tag: 1\n  - name: api',
    ],
    [
      'two blocks together',
      '\n  mfe-blog-release:\n    a: 1\n\n  mfe-blog:\n    b: 1\n',
      '\n  mfe-blog-release:\n    a: 1\n\n  mfe-blog:\n    b: 1\n\n  mfe-careers-release:\n    a: 1\n\n  mfe-careers:\n    b: 1\n',
    ],
  ])('%s', (_what, text, said) => {
    expect(again(text)).toBe(said);
    expect(removeEntries(said, NEW.name, ['home', BLOG.name])).toBe(text);
  });
});

test('what only looks like a remote stays as it is', () => {
  const text = 'mfe-blogger, MFE_BLOGGER_PORT, blog\nmfe-*: 13002';
  expect(again(text)).toBe(text);
});
