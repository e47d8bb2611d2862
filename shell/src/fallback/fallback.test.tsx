import { expect, test } from '@jest/globals';
import type { ModuleId } from '@vidlunnia/contracts';
import { render, screen } from '@testing-library/react';
import { IslandFallback } from './island-fallback';
import { IslandLoading } from './island-loading';

// The button, and that it is tried: islands/island.test.tsx.

test.each<ModuleId>(['home/Hero', 'blog/Post'])('%s that failed leaves its page with a title', (id) => {
  render(<IslandFallback id={id} />);
  expect(screen.getByRole('heading', { level: 1 })).toBeInTheDocument();
});

test('a post that failed gives its page the title of what happened', () => {
  render(<IslandFallback id="blog/Post" />);
  expect(document.title).toBe('Стаття не завантажилася — Відлуння');
});

test.each<ModuleId>(['forms/ContactForm', 'forms/ApplicationForm', 'blog/Post'])(
  '%s that failed gives telephone and e-mail as links',
  (id) => {
    render(<IslandFallback id={id} />);
    expect(screen.getByRole('link', { name: '+380 43 000 00 00' })).toHaveAttribute(
      'href',
      'tel:+380430000000',
    );
    expect(screen.getByRole('link', { name: 'hello@vidlunnia.example' })).toHaveAttribute(
      'href',
      'mailto:hello@vidlunnia.example',
    );
  },
);

test('a post on its way is announced at once (specification, section 2), another island is not', () => {
  const { rerender } = render(<IslandLoading id="blog/Post" />);
  expect(screen.getByRole('status')).toHaveTextContent('Завантажуємо статтю…');
  rerender(<IslandLoading id="home/Team" />);
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});
