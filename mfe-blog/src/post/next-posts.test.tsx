import { expect, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { samplePost, sampleSummaries } from '../testing/samples';
import { Post } from './post';

test('a post ends with the posts that the API recommends, and a link to all', () => {
  render(<Post data={samplePost({ next: sampleSummaries(2) })} />);
  const section = within(screen.getByRole('region', { name: 'Далі читайте' }));
  expect(section.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/blog',
    '/blog/stattia-1',
    '/blog/stattia-2',
  ]);
});

test('without recommended posts the link to all remains', () => {
  render(<Post data={samplePost()} />);
  const section = within(screen.getByRole('region', { name: 'Далі читайте' }));
  expect(section.getByRole('link', { name: 'Усі статті' })).toHaveAttribute('href', '/blog');
  expect(section.queryByRole('heading', { level: 3 })).not.toBeInTheDocument();
});

test('a post has a link to the contact form', () => {
  render(<Post data={samplePost()} />);
  expect(screen.getByRole('link', { name: 'Почати проєкт' })).toHaveAttribute('href', '/#contact');
});
