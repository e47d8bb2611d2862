import { expect, jest, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import type { Api } from '@vidlunnia/contracts';
import { sampleApi, sampleSummaries } from '../testing/samples';
import { default as Teaser, load } from '.';
import { COPY } from './copy';

test('the section is #blog, labelled by its heading, with its posts in order', () => {
  render(<Teaser data={sampleSummaries(3)} />);
  const section = screen.getByRole('region', { name: COPY.title });
  expect(section).toHaveAttribute('id', 'blog');
  const titles = within(section).getAllByRole('heading', { level: 3 });
  expect(titles.map(({ textContent }) => textContent)).toEqual(['Стаття 1', 'Стаття 2', 'Стаття 3']);
});

test('a card has category, date, excerpt, a link that names its post, and a decorative cover that reserves its space', () => {
  render(<Teaser data={sampleSummaries(2)} />);
  const card = within(screen.getAllByRole('article')[1] ?? document.body);
  expect(card.getByText('Кейси')).toBeInTheDocument();
  expect(card.getByText('17 листопада 2026 р.')).toHaveAttribute('datetime', '2026-11-17T09:30:00+02:00');
  expect(card.getByText('Про що стаття 2.')).toBeInTheDocument();
  const link = card.getByRole('link', { name: 'Читати далі: Стаття 2' });
  expect(link).toHaveAttribute('href', '/blog/stattia-2');
  const cover = card.getByRole('presentation');
  const attributes = ['src', 'alt', 'width', 'height', 'loading'].map((name) => cover.getAttribute(name));
  expect(attributes).toEqual(['/covers/cover-2.svg', '', '1200', '675', 'lazy']);
});

test.each([
  ['could not be loaded', null],
  ['are none', []],
])('when posts %s, only heading and lead are shown', (_, data) => {
  render(<Teaser data={data} />);
  const section = screen.getByRole('region', { name: COPY.title });
  expect(section.textContent).toBe(COPY.label + COPY.title + COPY.lead);
});

test('three posts are requested, with the signal; if an older shell returns all, only three are kept', async () => {
  const { signal } = new AbortController();
  const posts = jest.fn<Api['posts']>().mockResolvedValueOnce(sampleSummaries(8));
  const context = { api: sampleApi({ posts }), signal };
  expect(await load({}, context)).toEqual(sampleSummaries(3));
  expect(posts.mock.calls).toEqual([[{ signal, limit: 3 }]]);
  // The shell logs the original error.
  posts.mockRejectedValueOnce(new Error('503'));
  await expect(load({}, context)).rejects.toThrow('503');
});
