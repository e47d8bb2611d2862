import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { PageHeadTags } from './fallbacks';

// island.test.tsx tests crashes.

test('a page has its title, description and canonical address, not those of the page before', () => {
  document.head.innerHTML =
    '<meta name="description" content="First"><link rel="canonical" href="https://bakery.example/">';
  window.history.replaceState(null, '', '/news/1?utm_source=mail#top');
  const description = () => document.querySelector('meta')?.content;
  const { rerender } = render(<PageHeadTags head={{ title: 'Rye', description: 'About rye' }} />);
  expect([document.title, description()]).toEqual(['Rye', 'About rye']);
  expect(document.querySelector('link')).toHaveAttribute('href', 'https://bakery.example/news/1');
  rerender(<PageHeadTags head={{ title: 'Next' }} />);
  expect([document.title, description()]).toEqual(['Next', '']);
});
