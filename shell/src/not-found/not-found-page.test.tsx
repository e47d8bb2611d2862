import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { NotFoundPage } from './not-found-page';

test('an unknown address says so and leads on to the home page and to the blog', () => {
  render(<NotFoundPage />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Тут навіть луна мовчить');
  expect(screen.getByRole('link', { name: 'На головну' })).toHaveAttribute('href', '/');
  expect(screen.getByRole('link', { name: 'До блогу' })).toHaveAttribute('href', '/blog');
});
