import { expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { sanitise as serverSanitise } from '../sanitise/server';
import { HOSTILE_CASES, PLAIN_CASES } from '../testing/sanitise-cases';
import { PostContent } from './post-content';

test('content is sanitised before it is shown', () => {
  const html = '<p onclick="alert(1)">Текст</p><img src=x onerror=alert(1)><script>alert(1)</script>';
  const { container } = render(<PostContent html={html} />);
  expect(screen.getByText('Текст')).not.toHaveAttribute('onclick');
  expect(container.querySelector('img, script')).toBeNull();
});

test('the page changes with the content, but not when the same content is rendered again', () => {
  const { rerender } = render(<PostContent html="<p>Текст</p>" />);
  const paragraph = screen.getByText('Текст');
  rerender(<PostContent html="<p>Текст</p>" />);
  expect(screen.getByText('Текст')).toBe(paragraph);
  rerender(<PostContent html="<p>Інший</p>" />);
  expect(screen.getByText('Інший')).toBeInTheDocument();
  expect(screen.queryByText('Текст')).not.toBeInTheDocument();
});

test('the HTML that the server sanitised is hydrated unchanged', async () => {
  const logged = jest.spyOn(console, 'error');
  const inputs = [...PLAIN_CASES, ...HOSTILE_CASES.map(([input]) => input)];
  const posts = inputs.map((html, index) => <PostContent key={index} html={html} />);
  const page = document.createElement('main');
  document.body.append(page);
  page.innerHTML = renderToString(posts);
  inputs.forEach((html, index) => {
    const post = page.children[index];
    if (post) post.innerHTML = serverSanitise(html);
  });
  const served = [...page.querySelectorAll('*')];
  const onRecoverableError = jest.fn();
  await act(() => hydrateRoot(page, posts, { onRecoverableError }));
  const isServed = [...page.querySelectorAll('*')].map((element, index) => element === served[index]);
  expect(isServed).toEqual(served.map(() => true));
  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(logged).not.toHaveBeenCalled();
  page.remove();
});

test.each([
  ['<p><em>Клініка в цьому кейсі вигадана.</em></p>\n<p>Далі</p>', 'note'],
  ['\n<p><em>Школа <strong>вигадана</strong>,\nчисла умовні.</em></p>', 'note'],
  ['<p>Скільки ви <em>можете</em> заплатити.</p>', 'lead'],
  ['<p><em>Дописано в липні.</em> Тим, хто йде</p>', 'lead'],
  ['<p><em>Раз</em> і <em>два</em></p>', 'lead'],
  ['<p>Текст</p><p><em>Примітка</em></p>', 'lead'],
  ['<h2><em>Заголовок</em></h2>', 'lead'],
  ['', 'lead'],
])('only a first paragraph entirely in italics is a note: %j is a %s', (html, opening) => {
  const { container } = render(<PostContent html={html} />);
  expect(container.firstElementChild).toHaveAttribute('data-opening', opening);
});
