import { beforeEach, expect, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { sharedToastify, ToastHost } from '.';
import { LateToastHost, provideToastHost } from './late-toast-host';

beforeEach(() => {
  Element.prototype.getAnimations = () => []; // jsdom has none
});

test('toasts have no place before somebody may call for one, and it shows those that came first', async () => {
  const { container } = render(<LateToastHost />);
  expect(container).toBeEmptyDOMElement();
  act(() => {
    sharedToastify.toast.success('Заявку успішно відправлено!');
    provideToastHost(<ToastHost />);
  });
  expect(await screen.findByText('Заявку успішно відправлено!')).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Сповіщення' })).toBeInTheDocument();
});

test('a page that comes later shows them at once', () => {
  provideToastHost(<ToastHost />);
  render(<LateToastHost />);
  expect(screen.getByRole('region', { name: 'Сповіщення' })).toBeInTheDocument();
});

test('a server renders none of them', () => {
  expect(renderToString(<LateToastHost />)).toBe('');
});
