import { expect, jest, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import type { Api, PostSummary } from '@vidlunnia/contracts';
import { sampleApi, sampleSummaries } from '../testing/samples';
import { default as Archive, head, load } from '.';
import { archiveOf, PAGE_SIZE } from './post-archive';

/** Posts of these categories, newest first. */
const postsOf = (...categories: readonly string[]): PostSummary[] =>
  sampleSummaries(categories.length).map((post, index) => ({ ...post, category: categories[index] ?? '' }));

const linksOf = (navigation: string) =>
  within(screen.getByRole('navigation', { name: navigation })).getAllByRole('link');
const titlesOf = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

test('all posts are one list, newest first, below links to each category', () => {
  render(<Archive data={archiveOf(postsOf('Кейси', 'SMM', 'Кейси'), { page: 1 })} />);
  expect(titlesOf()).toEqual(['Стаття 1', 'Стаття 2', 'Стаття 3']);
  expect(linksOf('Рубрики').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Усі 3', '/blog'],
    ['Кейси 2', `/blog/category/${encodeURIComponent('Кейси')}`],
    ['SMM 1', '/blog/category/SMM'],
  ]);
  expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('Усі 3');
  expect(screen.queryByRole('navigation', { name: 'Сторінки блогу' })).not.toBeInTheDocument();
});

test('a category’s page has its name, only its posts, and the same links', () => {
  const archive = archiveOf(postsOf('Кейси', 'SMM', 'Кейси'), { page: 1, category: 'Кейси' });
  render(<Archive data={archive} />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Кейси');
  expect(titlesOf()).toEqual(['Стаття 1', 'Стаття 3']);
  expect(linksOf('Рубрики')).toHaveLength(3);
  expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('Кейси 2');
});

test('every category’s page has its own title and description', () => {
  const heads = [{}, { category: 'Кейси' }, { category: 'SMM' }].map((params) =>
    head(archiveOf(postsOf('Кейси', 'SMM'), { ...params, page: 1 })),
  );
  expect(heads.map(({ title }) => title)).toEqual(
    ['Блог', 'Рубрика «Кейси»', 'Рубрика «SMM»'].map((name) => `${name}\u00A0— Відлуння`),
  );
  expect(new Set(heads.map(({ description }) => description)).size).toBe(3);
});

test.each([
  ['all', {}, '/blog'],
  ['a category', { category: 'Кейси' }, `/blog/category/${encodeURIComponent('Кейси')}`],
])('every post of %s is on exactly one page, and plain links lead from page to page', (_, params, first) => {
  const posts = sampleSummaries(2 * PAGE_SIZE + 1);
  const ids = [1, 2, 3].flatMap((page) => archiveOf(posts, { ...params, page }).posts.map(({ id }) => id));
  expect(ids).toEqual(posts.map(({ id }) => id));

  render(<Archive data={archiveOf(posts, { ...params, page: 2 })} />);
  const links = linksOf('Сторінки блогу').map((link) => link.getAttribute('href'));
  expect(links).toEqual([first, first, `${first}/page/2`, `${first}/page/3`, `${first}/page/3`]);
  expect(screen.getByRole('link', { name: 'Сторінка 2' })).toHaveAttribute('aria-current', 'page');
});

test('a page after the last, and a category without posts, are missing; the first page of all posts exists', () => {
  const posts = sampleSummaries(3);
  const missing = [{ page: 2 }, { page: 1, category: 'Луна' }].map((params) => archiveOf(posts, params));
  for (const archive of missing) expect(head(archive)).toHaveProperty('missing', true);
  expect(head(archiveOf([], { page: 1 }))).not.toHaveProperty('missing');
  expect(head(null)).not.toHaveProperty('missing');
  render(<Archive data={missing[1] ?? null} />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Стільки ми ще не написали');
  expect(screen.getByRole('link', { name: 'До всіх статей' })).toHaveAttribute('href', '/blog');
});

test.each([
  ['could not be loaded', null, /не завантажилися/],
  ['are none', archiveOf([], { page: 1 }), /поки немає/],
])('when posts %s, the page shows a message', (_, data, text) => {
  render(<Archive data={data} />);
  expect(screen.getByText(text)).toBeInTheDocument();
});

test('all posts are requested once, with the signal', async () => {
  const { signal } = new AbortController();
  const posts = jest.fn<Api['posts']>().mockResolvedValue(sampleSummaries(2));
  const archive = await load({ page: 1 }, { api: sampleApi({ posts }), signal });
  expect(archive).toEqual(archiveOf(sampleSummaries(2), { page: 1 }));
  expect(posts.mock.calls).toEqual([[{ signal }]]);
});
