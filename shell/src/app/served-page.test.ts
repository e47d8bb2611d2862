import { beforeEach, expect, test } from '@jest/globals';
import { pageAt } from '../pages/pages';
import { ServedPage } from './served-page';

beforeEach(() => {
  document.head.innerHTML = '<title>Про луну</title><meta name="description" content="Як вона гукає">';
  window.history.replaceState(null, '', '/blog/%D0%BB%D1%83%D0%BD%D0%B0');
});

const served = (complete: boolean) => {
  const main = document.createElement('main');
  main.innerHTML = '<h1>Про луну</h1>Гукає';
  return { main, page: new ServedPage(main, complete) };
};
const OWN = pageAt('/blog/луна');
const OTHER = pageAt('/');

test('a served page is its head and the nodes that stand in main, shown at its address', () => {
  const { main, page } = served(true);
  expect(page.head).toEqual({ title: 'Про луну', description: 'Як вона гукає' });
  expect(page.content).toEqual([main.firstChild, main.lastChild]);
  expect([page.shows(OWN), page.shows(OTHER)]).toEqual([true, false]);
});

test.each([
  ['complete', true],
  ['not complete', false],
])('one that was %s is kept for the way back: %s', (_, complete) => {
  const { page } = served(complete);
  page.leaveFor(OWN);
  expect(page.shows(OWN)).toBe(true);
  page.leaveFor(OTHER);
  expect(page.shows(OWN)).toBe(complete);
});
