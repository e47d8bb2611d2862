import { expect, jest, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import type { Api, PostSummary } from '@vidlunnia/contracts';
import { sampleApi, sampleSummaries } from '../testing/samples';
import { Archive } from './archive';
import { archiveHead } from './archive-head';
import { loadArchive } from './load-archive';
import { archiveOf, PAGE_SIZE } from './post-archive';

const { signal } = new AbortController();

/** Posts of these categories, newest first. */
const postsOf = (...categories: readonly string[]): PostSummary[] =>
  sampleSummaries(categories.length).map((post, index) => ({ ...post, category: categories[index] ?? '' }));

const titles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

test('posts are grouped by category, the newest first; the category of the newest post is first', () => {
  render(<Archive data={archiveOf(postsOf('Кейси', 'SMM', 'Кейси'), 1)} />);
  const sections = screen.getAllByRole('region').map((section) => ({
    name: within(section).getByRole('heading', { level: 2 }).textContent,
    posts: within(section)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  }));
  expect(sections).toEqual([
    {
      name: 'Кейси',
      posts: [
        ['Стаття 1', '/blog/stattia-1'],
        ['Стаття 3', '/blog/stattia-3'],
      ],
    },
    { name: 'SMM', posts: [['Стаття 2', '/blog/stattia-2']] },
  ]);
  expect(screen.queryByRole('navigation', { name: 'Сторінки блогу' })).not.toBeInTheDocument();
});

test('every post is on exactly one page, and plain links lead from page to page', () => {
  const posts = sampleSummaries(2 * PAGE_SIZE + 1);
  const pages = [1, 2, 3].map((page) => archiveOf(posts, page));
  const ids = pages.flatMap(({ groups }) => groups.flatMap((group) => group.posts.map(({ id }) => id)));
  expect(ids).toEqual(posts.map(({ id }) => id));

  render(<Archive data={archiveOf(posts, 2)} />);
  const links = within(screen.getByRole('navigation', { name: 'Сторінки блогу' })).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/blog',
    '/blog',
    '/blog/page/2',
    '/blog/page/3',
    '/blog/page/3',
  ]);
  expect(screen.getByRole('link', { name: 'Сторінка 2' })).toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('Кейси, продовження');
});

test('a category’s link leads to its first page', () => {
  const posts = postsOf(...Array.from({ length: PAGE_SIZE }, () => 'Кейси'), 'SMM');
  render(<Archive data={archiveOf(posts, 1)} />);
  const links = within(screen.getByRole('navigation', { name: 'Рубрики' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Кейси 12', '#rubryka-1'],
    ['SMM 1', '/blog/page/2#rubryka-2'],
  ]);
  expect(titles()).toHaveLength(PAGE_SIZE);
});

test('a page after the last is missing; the first exists even without posts', () => {
  expect(archiveHead(archiveOf(sampleSummaries(3), 2))).toHaveProperty('missing', true);
  expect(archiveHead(archiveOf([], 1))).not.toHaveProperty('missing');
  expect(archiveHead(null)).not.toHaveProperty('missing');
  render(<Archive data={archiveOf(sampleSummaries(3), 2)} />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Стільки ми ще не написали');
  expect(screen.getByRole('link', { name: 'До першої сторінки' })).toHaveAttribute('href', '/blog');
});

test.each([
  ['could not be loaded', null, /не завантажилися/],
  ['are none', archiveOf([], 1), /поки немає/],
])('when posts %s, the page shows a message', (_, data, text) => {
  render(<Archive data={data} />);
  expect(screen.getByText(text)).toBeInTheDocument();
});

test('all posts are requested once, with the signal', async () => {
  const posts = jest.fn<Api['posts']>().mockResolvedValue(sampleSummaries(2));
  const archive = await loadArchive({ page: 1 }, { api: sampleApi({ posts }), signal });
  expect(archive).toEqual(archiveOf(sampleSummaries(2), 1));
  expect(posts.mock.calls).toEqual([[{ signal }]]);
});
