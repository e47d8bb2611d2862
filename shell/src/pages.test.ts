import { expect, test } from '@jest/globals';
import { archivePath, postPath } from '@vidlunnia/contracts';
import { modulesOf } from '@vidlunnia/engine/modules';
import { addressOf, pageAt, type Page } from './pages';
import { site } from './site';

const post = (postId: string): Page => ({ kind: 'post', params: { postId } });
const archive = (page: number, category?: string): Page => ({
  kind: 'archive',
  params: { page, ...(category !== undefined && { category }) },
});
const UNKNOWN: Page = { kind: 'unknown' };

test.each<readonly [string, Page]>([
  ['/', { kind: 'home' }],
  ['/blog/1', post('1')],
  ['/blog/1/', post('1')],
  [postPath('а/б'), post('а/б')],
  [archivePath(2, 'а/б?в'), archive(2, 'а/б?в')],
  ['/blog/...', post('...')],
  ['/blog/..', UNKNOWN],
  ['/blog/./', UNKNOWN],
  ['/blog/%2e%2E', UNKNOWN],
  ['/blog/%zz', UNKNOWN],
  ['/blog', archive(1)],
  ['/blog/', archive(1)],
  ['/blog/page/2', archive(2)],
  ['/blog/page/999/', archive(999)],
  ['/blog/category/SMM', archive(1, 'SMM')],
  ['/blog/category/%D0%BB%D1%83%D0%BD%D0%B0/page/2/', archive(2, 'луна')],
  ['/blog/category/%2e%2e', UNKNOWN],
  ['/blog/category/%zz', UNKNOWN],
  ['/blog/category//page/2', UNKNOWN],
  ['/blog/category', post('category')],
  ['/blog/page/1', UNKNOWN],
  ['/blog/page/02', UNKNOWN],
  ['/blog/page/1000', UNKNOWN],
  ['/blog/page/', post('page')],
  ['/privacy', { kind: 'privacy' }],
  ['/privacy/', { kind: 'privacy' }],
  ['/blog/1/2', UNKNOWN],
  ['/blog//', UNKNOWN],
  ['/Blog/1', UNKNOWN],
  ['', UNKNOWN],
  ['//', UNKNOWN],
  ['/index.html', UNKNOWN],
  ['//evil.example/', UNKNOWN],
  ['/x/..', UNKNOWN],
])('the address “%s” has its page, whose canonical address survives URL parsers', (pathname, page) => {
  expect(pageAt(pathname)).toEqual(page);
  const { host, pathname: parsed } = new URL(addressOf(page), 'http://page');
  expect([host, pageAt(parsed)]).toEqual(['page', page]);
});

test('a post’s page is the post’s island, and begins with its data', () => {
  const page = pageAt('/blog/%D0%B0%2F%D0%B1/');
  expect(modulesOf(site, page, [])).toEqual(['blog/Post']);
  expect(['/', '/blog', '/blog/%D0%B0%2F%D0%B1/'].map((path) => site.dataAddress(pageAt(path)))).toEqual([
    undefined,
    undefined,
    '/api/blog/%D0%B0%2F%D0%B1',
  ]);
});
