import { expect, test } from '@jest/globals';
import { SECTION_IDS, postPath } from '@vidlunnia/shared/contracts';
import { remoteList } from '@vidlunnia/shared/topology';
import { HOME_PARTS, partsAt, POST_PARTS } from './pages';

test.each([
  ['/', HOME_PARTS],
  ['/blog/1', POST_PARTS],
  ['/blog/1/', POST_PARTS],
  [postPath('а/б'), POST_PARTS],
  ['/blog', null],
  ['/blog/', null],
  ['/blog/1/2', null],
  ['/blog//', null],
  ['/Blog/1', null],
  ['', null],
  ['//', null],
  ['/index.html', null],
  ['/home', null],
])('the address “%s” has its parts, or no page', (pathname, parts) => {
  expect(partsAt(pathname)).toBe(parts);
});

test('the home page’s sections stand in the order of the specification, section 2', () => {
  const sections = HOME_PARTS.flatMap((part) => ('section' in part ? [part.section] : []));
  expect(sections).toEqual(SECTION_IDS);
});

test('every module that a remote exposes has its place on a page', () => {
  const exposed = remoteList.flatMap(({ name, exposes }) => exposes.map((module) => `${name}/${module}`));
  expect([...HOME_PARTS, ...POST_PARTS].map(({ id }) => id as string).sort()).toEqual(exposed.sort());
});
