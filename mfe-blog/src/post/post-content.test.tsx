import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { PostContent } from './post-content';

test('content is sanitised before it is shown', () => {
  const { container } = render(
    <PostContent
      html={'<p onclick="alert(1)">Текст</p><img src=x onerror=alert(1)><script>alert(1)</script>'}
    />,
  );
  expect(screen.getByText('Текст')).not.toHaveAttribute('onclick');
  expect(container.querySelector('img, script')).toBeNull();
});

test('rendering the same content again does not change the page', () => {
  const { rerender } = render(<PostContent html="<p>Текст</p>" />);
  const paragraph = screen.getByText('Текст');
  rerender(<PostContent html="<p>Текст</p>" />);
  expect(screen.getByText('Текст')).toBe(paragraph);
});

test('other content replaces it', () => {
  const { rerender } = render(<PostContent html="<p>Текст</p>" />);
  rerender(<PostContent html="<p>Інший</p>" />);
  expect(screen.getByText('Інший')).toBeInTheDocument();
  expect(screen.queryByText('Текст')).not.toBeInTheDocument();
});

const openingOf = (html: string) =>
  render(<PostContent html={html} />).container.firstElementChild?.getAttribute('data-opening');

test.each([
  '<p><em>Клініка в цьому кейсі вигадана.</em></p>\n<p>Далі</p>',
  '\n<p><em>Школа <strong>вигадана</strong>,\nчисла умовні.</em></p>',
])('a first paragraph entirely in italics is a note: %j', (html) => {
  expect(openingOf(html)).toBe('note');
});

test.each([
  '<p>Скільки ви <em>можете</em> заплатити.</p>',
  '<p><em>Дописано в липні.</em> Тим, хто йде</p>',
  '<p><em>Раз</em> і <em>два</em></p>',
  '<p>Текст</p><p><em>Примітка</em></p>',
  '<h2><em>Заголовок</em></h2>',
  '',
])('any other beginning is a lead: %j', (html) => {
  expect(openingOf(html)).toBe('lead');
});
