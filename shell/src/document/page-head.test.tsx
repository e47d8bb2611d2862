import { beforeEach, expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { PageHeadTags } from './page-head';

beforeEach(() => {
  document.head.innerHTML = '<title>Перша</title><meta name="description" content="Перша">';
});
const description = () => document.querySelector('meta[name=description]')?.getAttribute('content');

test('a page has its own title and description', () => {
  const { rerender } = render(<PageHeadTags head={{ title: 'Луна', description: 'Гукає' }} />);
  expect([document.title, description()]).toEqual(['Луна', 'Гукає']);
  rerender(<PageHeadTags head={{ title: 'Далі', description: 'Відгукується' }} />);
  expect([document.title, description()]).toEqual(['Далі', 'Відгукується']);
});

test('a page without a description does not keep that of the previous page', () => {
  render(<PageHeadTags head={{ title: 'Луна' }} />);
  expect(description()).toBe('');
});

test('the canonical address is that of the current page, on the site that the document names', () => {
  document.head.innerHTML = '<link rel="canonical" href="https://vidlunnia.example/">';
  window.history.replaceState(null, '', '/blog/1?utm_source=mail#top');
  render(<PageHeadTags head={{ title: 'Луна' }} />);
  expect(document.querySelector('link')).toHaveAttribute('href', 'https://vidlunnia.example/blog/1');
});
