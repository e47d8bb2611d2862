import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { samplePost } from '../testing/samples';
import { Post } from './post';

test('a loaded post shows its title once, as the heading of the page', () => {
  render(<Post data={samplePost({ title: 'Дев’ять слів на викид' })} />);
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Дев’ять слів на викид');
});

test('category, date and author are shown, with labels for screen readers', () => {
  render(<Post data={samplePost()} />);
  expect(screen.getByText('Кейси')).toHaveTextContent('Рубрика: Кейси');
  expect(screen.getByText('17 листопада 2026 р.').parentElement).toHaveTextContent(
    'Опубліковано 17 листопада 2026 р.',
  );
  expect(screen.getByText('Остап Мельничук')).toHaveTextContent('Текст: Остап Мельничук');
});

test('the cover has an alternative text and is loaded first', () => {
  render(<Post data={samplePost()} />);
  const cover = screen.getByRole('img', { name: 'Малюнок 1' });
  expect(cover).toHaveAttribute('src', '/covers/cover-1.svg');
  expect(cover).toHaveAttribute('loading', 'eager');
  expect(cover).toHaveAttribute('fetchpriority', 'high');
});

test('a known author has a role, a portrait and a link', () => {
  render(
    <Post
      data={samplePost({
        author_role: 'керівник напряму',
        author_portrait: { url: '/portrait.webp', width: 480, height: 600 },
        author_link: '/#team',
      })}
    />,
  );
  const link = screen.getByRole('link', { name: 'Остап Мельничук' });
  expect(link).toHaveAttribute('href', '/#team');
  expect(link.parentElement).toHaveTextContent('Текст: Остап Мельничук, керівник напряму');
  expect(screen.getByRole('presentation')).toHaveAttribute('src', '/portrait.webp');
});

test('a photograph has its own size and smaller copies', () => {
  const image = { url: '/photo-960.webp', width: 960, height: 640, srcset: '/photo-480.webp 480w' };
  render(<Post data={samplePost({ image })} />);
  const cover = screen.getByRole('img', { name: 'Малюнок 1' });
  expect(cover).toHaveAttribute('src', '/photo-960.webp');
  expect(cover).toHaveAttribute('srcset', '/photo-480.webp 480w');
  expect(cover).toHaveAttribute('sizes', '100vw');
  expect([cover.getAttribute('width'), cover.getAttribute('height')]).toEqual(['960', '640']);
});

test('the content is shown as HTML', () => {
  render(<Post data={samplePost({ content: '<h2>Перелік</h2><p>А <strong>ще</strong></p>' })} />);
  expect(screen.getByRole('heading', { level: 2, name: 'Перелік' })).toBeInTheDocument();
  expect(screen.getByText('ще')).toBeInTheDocument();
});

test('the back link leads to the posts and lets the shell restore the visitor’s position', () => {
  render(<Post data={samplePost()} />);
  const link = screen.getByRole('link', { name: 'Назад до статей' });
  expect(link).toHaveAttribute('href', '/#blog');
  expect(link).toHaveAttribute('data-nav', 'back-to-posts');
});

test('a post that could not be loaded is «Стаття не знайдена», with links to other pages', () => {
  render(<Post data={null} />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Стаття не знайдена');
  expect(screen.getByText(/^Перевірте адресу/)).not.toHaveTextContent('з’єднання');
  expect(screen.getByRole('link', { name: 'Назад до статей' })).toHaveAttribute('href', '/#blog');
});
