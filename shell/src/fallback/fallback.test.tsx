import { describe, expect, jest, test } from '@jest/globals';
import type { ModuleId } from '@vidlunnia/contracts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IslandFallback } from './island-fallback';
import { IslandLoading } from './island-loading';

const ignore = () => undefined;

describe('island that failed', () => {
  test.each<[ModuleId, string]>([
    ['home/Services', 'Цей розділ не завантажився. Решта сторінки працює.'],
    ['blog/Teaser', 'Статті не завантажилися. Вони варті другої спроби.'],
    ['blog/Post', 'Стаття не завантажилася'],
    [
      'forms/ContactForm',
      'Форма не завантажилася, але ми вас почуємо: +380 43 000 00 00, hello@vidlunnia.example.',
    ],
    [
      'forms/ApplicationForm',
      'Форма не завантажилася. Надішліть кілька слів про себе на hello@vidlunnia.example або зателефонуйте: +380 43 000 00 00.',
    ],
  ])('%s says «%s»', (id, text) => {
    const { container } = render(<IslandFallback id={id} onRetry={ignore} retrying={false} />);
    expect(container).toHaveTextContent(text);
  });

  test('blog/Post gives its page the title of what happened', () => {
    render(<IslandFallback id="blog/Post" onRetry={ignore} retrying={false} />);
    expect(document.title).toBe('Стаття не завантажилася — Відлуння');
  });

  test.each<ModuleId>(['home/Hero', 'blog/Post'])('%s leaves its page with a title', (id) => {
    render(<IslandFallback id={id} onRetry={ignore} retrying={false} />);
    expect(screen.getByRole('heading', { level: 1 })).toBeInTheDocument();
  });

  test.each<ModuleId>(['forms/ContactForm', 'forms/ApplicationForm', 'blog/Post'])(
    '%s gives telephone and e-mail as links',
    (id) => {
      render(<IslandFallback id={id} onRetry={ignore} retrying={false} />);
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

  test('is tried again at the press of its button', async () => {
    const onRetry = jest.fn();
    render(<IslandFallback id="home/Team" onRetry={onRetry} retrying={false} />);
    await userEvent.click(screen.getByRole('button', { name: 'Спробувати ще раз' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  test('says that it is being tried, and takes no second press', async () => {
    const onRetry = jest.fn();
    render(<IslandFallback id="home/Team" onRetry={onRetry} retrying />);
    await userEvent.click(screen.getByRole('button', { name: 'Пробуємо ще раз…' }));
    expect(onRetry).not.toHaveBeenCalled();
  });
});

describe('island on its way', () => {
  test('has quiet words', () => {
    render(<IslandLoading id="home/Team" />);
    expect(screen.getByText('Завантажуємо…')).toBeInTheDocument();
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });

  test('is announced at once when it is the post (specification, section 2)', () => {
    render(<IslandLoading id="blog/Post" />);
    expect(screen.getByRole('status')).toHaveTextContent('Завантажуємо статтю…');
  });
});
