import { expect, test } from '@jest/globals';
import type { ModuleId } from '@vidlunnia/contracts';
import { render, screen } from '@testing-library/react';
import { Failed, Waiting } from './places';

// The button, and that it is tried: islands/island.test.tsx.

test.each<ModuleId>(['home/Hero', 'blog/Post'])('%s that failed leaves its page with a title', (id) => {
  render(<Failed id={id} />);
  expect(screen.getByRole('heading', { level: 1 })).toBeInTheDocument();
});

test('a post that failed gives its page the title of what happened', () => {
  render(<Failed id="blog/Post" />);
  expect(document.title).toBe('Стаття не завантажилася — Відлуння');
});

test.each<ModuleId>(['forms/ContactForm', 'forms/ApplicationForm', 'blog/Post'])(
  '%s that failed gives telephone and e-mail as links',
  (id) => {
    render(<Failed id={id} />);
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
  const { rerender } = render(<Waiting id="blog/Post" />);
  expect(screen.getByRole('status')).toHaveTextContent('Завантажуємо статтю…');
  rerender(<Waiting id="home/Team" />);
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});
