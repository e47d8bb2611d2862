import { describe, expect, test } from '@jest/globals';
import { readRemoval, readSectionRequest, type Known } from './request';

const KNOWN: Known = {
  remotes: ['home', 'blog', 'forms', 'shop'],
  sections: ['hero', 'team', 'vacancies'],
  modules: ['home/Hero', 'home/Team', 'forms/ContactForm'],
  elements: ['contact-form', 'main'],
  hasFolder: (folder) => folder === 'mfe-left' || folder === 'mfe-home/src/prices',
};
const words = (line: string) => line.split(' ').filter(Boolean);
const remote = (line: string) => () => readSectionRequest(words(line), KNOWN, 'new remote');
const section = (line: string) => () => readSectionRequest(words(line), KNOWN, 'new section');

test('a new remote is read', () => {
  expect(remote('shop2 --section OpenDays --after vacancies --label Дні')()).toEqual({
    remote: 'shop2',
    section: 'OpenDays',
    element: 'open-days',
    after: 'vacancies',
    label: 'Дні',
  });
});

describe('what is wrong is said with what is allowed', () => {
  test.each([
    [
      '',
      /the name of a new remote is missing\n--section is missing\n--after is missing: .* one of hero, team, vacancies\nUsage: npm run new:remote/,
    ],
    [
      'Careers --section A --after team',
      /“Careers” is no name of a remote: two to thirty small Latin letters/,
    ],
    ['my-jobs --section A --after team', /“my-jobs” is no name of a remote/],
    ['shop --section A --after team', /there is a remote shop already; new:section adds/],
    ['left --section A --after team', /“left” is taken/],
    ['shell --section A --after team', /“shell” is taken/],
    [
      'careers --section openings --after team',
      /“openings” is no name of a section: up to forty Latin letters and digits/,
    ],
    ['careers --section Team --after hero', /an element with the id team is there already/],
    ['careers --section ContactForm --after hero', /an element with the id contact-form is there already/],
    [
      'careers --section A --after prices',
      /there is no section “prices” to stand after; there are hero, team, vacancies/,
    ],
    ['careers --section A --after team --label <b>', /--label has to be up to 40 characters/],
    ['careers more --section A --after team', /one remote at a time, not also more/],
    ['careers --sektion A', /Unknown option '--sektion'[^]*Usage: npm run new:remote/],
  ])('new:remote -- %s', (line, message) => {
    expect(remote(line)).toThrow(message);
  });

  test.each([
    ['careers --section A --after team', /there is no remote “careers”; there are home, blog, forms, shop/],
    ['home --section Team --after hero', /home has a module Team already/],
    ['home --section Prices --after hero', /mfe-home\/src\/prices is there already/],
  ])('new:section -- %s', (line, message) => {
    expect(section(line)).toThrow(message);
  });

  test.each([
    ['home', /home belongs to the site itself[^]*one of shop\.\nUsage: npm run remove:remote/],
    ['careers', /What can be removed is one of shop/],
    ['', /What can be removed is one of shop/],
    ['shop blog', /What can be removed is one of shop/],
  ])('remove:remote -- %s', (line, message) => {
    expect(() => readRemoval(words(line), KNOWN)).toThrow(message);
  });
});

test('a remote that was made is removed', () => {
  expect(readRemoval(['shop'], KNOWN)).toBe('shop');
});
