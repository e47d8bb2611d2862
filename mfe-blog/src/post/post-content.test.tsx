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

test('the same content, rendered again, leaves the page as it is', () => {
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
