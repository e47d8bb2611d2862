import { afterEach, expect, jest, test } from '@jest/globals';
import { whenLinkIsPointedAt } from './when-link-pointed-at';

const prepare = jest.fn<(pathname: string) => void>();
whenLinkIsPointedAt(prepare);

afterEach(() => {
  prepare.mockReset();
  document.body.innerHTML = '';
});

const point = (type: string, html: string) => {
  document.body.innerHTML = html;
  const target = document.querySelector('b');
  target?.dispatchEvent(new Event(type, { bubbles: true }));
  return prepare.mock.calls.flat();
};

test.each(['pointerover', 'pointerdown'])('%s on a link to another page prepares that page', (type) => {
  expect(point(type, '<a href="/blog/1#end"><b>Далі</b></a>')).toEqual(['/blog/1']);
});

test.each([
  ['no link', '<p><b>Далі</b></p>'],
  ['a link inside the page', '<a href="#team"><b>Далі</b></a>'],
  ['a link to another site', '<a href="https://example.com/blog/1"><b>Далі</b></a>'],
  ['a link to a file', '<a href="/api/media/x.svg"><b>Далі</b></a>'],
  ['a link for another tab', '<a href="/blog/1" target="_blank"><b>Далі</b></a>'],
])('%s prepares nothing', (_, html) => {
  expect(point('pointerover', html)).toEqual([]);
});
