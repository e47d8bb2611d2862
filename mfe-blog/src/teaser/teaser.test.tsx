import { expect, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { sampleSummaries } from '../testing/samples';
import { COPY } from './copy';
import { Teaser } from './teaser';

test('the section is #blog and labelled by its heading', () => {
  render(<Teaser data={sampleSummaries(3)} />);
  const section = screen.getByRole('region', { name: COPY.title });
  expect(section).toHaveAttribute('id', 'blog');
  expect(within(section).getByText('Блог')).toBeInTheDocument();
});

test('the first three of five posts are shown, in order', () => {
  render(<Teaser data={sampleSummaries(5)} />);
  const titles = screen.getAllByRole('heading', { level: 3 }).map((title) => title.textContent);
  expect(titles).toEqual(['Стаття 1', 'Стаття 2', 'Стаття 3']);
});

test('a card has category, date, excerpt, and a link that names its post', () => {
  render(<Teaser data={sampleSummaries(2)} />);
  const card = within(screen.getAllByRole('article')[1] ?? document.body);
  expect(card.getByText('Кейси')).toBeInTheDocument();
  expect(card.getByText('17 листопада 2026 р.')).toHaveAttribute('datetime', '2026-11-17T09:30:00+02:00');
  expect(card.getByText('Про що стаття 2.')).toBeInTheDocument();
  expect(card.getByRole('link', { name: 'Читати далі: Стаття 2' })).toHaveAttribute(
    'href',
    '/blog/stattia-2',
  );
});

test('a cover is decorative, reserves its space, and loads when it is near', () => {
  render(<Teaser data={sampleSummaries(1)} />);
  const cover = screen.getByRole('presentation');
  expect(cover).toHaveAttribute('src', '/covers/cover-1.svg');
  expect(cover).toHaveAttribute('alt', '');
  expect(cover).toHaveAttribute('width', '1200');
  expect(cover).toHaveAttribute('height', '675');
  expect(cover).toHaveAttribute('loading', 'lazy');
});

test.each([
  ['could not be loaded', null],
  ['are none', []],
])('when posts %s, only heading and lead are shown', (_, data) => {
  render(<Teaser data={data} />);
  const section = screen.getByRole('region', { name: COPY.title });
  expect(section.textContent).toBe(COPY.label + COPY.title + COPY.lead);
  expect(screen.queryByRole('article')).not.toBeInTheDocument();
});
