import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { HOSTILE_CASES, PLAIN_CASES } from '../testing/sanitise-cases';
import { sanitise as serverSanitise } from '../sanitise/server';
import { PostContent } from './post-content';

const page = document.createElement('main');

beforeEach(() => {
  document.body.append(page);
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  page.remove();
  jest.restoreAllMocks();
});

test('the HTML that the server sanitised is hydrated unchanged', async () => {
  const inputs = [...PLAIN_CASES, ...HOSTILE_CASES].map(({ input }) => input);
  const posts = inputs.map((html, index) => <PostContent key={index} html={html} />);
  page.innerHTML = renderToString(posts);
  inputs.forEach((html, index) => {
    const post = page.children[index];
    if (post) post.innerHTML = serverSanitise(html);
  });
  const heading = screen.getByRole('heading', { name: 'Перелік' });

  const onRecoverableError = jest.fn();
  const root = await act(() => hydrateRoot(page, posts, { onRecoverableError }));

  expect(screen.getByRole('heading', { name: 'Перелік' })).toBe(heading);
  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(console.error).not.toHaveBeenCalled();
  act(() => {
    root.unmount();
  });
});
