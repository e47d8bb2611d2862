import { expect, jest, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import type { Api } from '@vidlunnia/contracts';
import { sampleApi, samplePost, sampleSummaries } from '../testing/samples';
import { default as Post, load } from '.';

test('a post shows its title once, its facts with labels for screen readers, and its content', () => {
  render(<Post data={samplePost({ title: 'Дев’ять слів на викид' })} />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Дев’ять слів на викид');
  expect(screen.getByText('Кейси')).toHaveTextContent('Рубрика: Кейси');
  expect(screen.getByText('17 листопада 2026 р.').parentElement).toHaveTextContent(
    'Опубліковано 17 листопада 2026 р.',
  );
  expect(screen.getByText('Остап Мельничук')).toHaveTextContent('Текст: Остап Мельничук');
  expect(screen.getByText('Текст.').localName).toBe('p');
});

test('a known author has a role, a portrait and a link', () => {
  const author_portrait = { url: '/portrait.webp', width: 480, height: 600 };
  const data = samplePost({ author_role: 'керівник напряму', author_portrait, author_link: '/#team' });
  render(<Post data={data} />);
  const link = screen.getByRole('link', { name: 'Остап Мельничук' });
  expect(link).toHaveAttribute('href', '/#team');
  expect(link.parentElement).toHaveTextContent('Текст: Остап Мельничук, керівник напряму');
  expect(screen.getByRole('presentation')).toHaveAttribute('src', '/portrait.webp');
});

test.each([
  ['a drawing', {}, { src: '/covers/cover-1.svg' }],
  [
    'a photograph with its own size and smaller copies',
    { image: { url: '/photo-960.webp', width: 960, height: 640, srcset: '/photo-480.webp 480w' } },
    { src: '/photo-960.webp', width: '960', height: '640', srcset: '/photo-480.webp 480w', sizes: '100vw' },
  ],
])('the cover has an alternative text and is loaded first: %s', (_, changes, attributes) => {
  render(<Post data={samplePost(changes)} />);
  const cover = screen.getByRole('img', { name: 'Малюнок 1' });
  for (const [name, value] of Object.entries({ ...attributes, loading: 'eager', fetchpriority: 'high' }))
    expect(cover).toHaveAttribute(name, value);
});

test('the back link leads to the posts and lets the shell restore the visitor’s position', () => {
  render(<Post data={samplePost()} />);
  const link = screen.getByRole('link', { name: 'Назад до статей' });
  expect(link).toHaveAttribute('href', '/#blog');
  expect(link).toHaveAttribute('data-nav', 'back-to-posts');
});

test.each([0, 2])(
  'a post ends with links to all posts, to the %i that the API recommends, and to the contact form',
  (count) => {
    const next = sampleSummaries(count);
    render(<Post data={samplePost({ next })} />);
    const section = within(screen.getByRole('region', { name: 'Далі читайте' }));
    const addresses = section.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(addresses).toEqual(['/blog', ...next.map(({ id }) => `/blog/${id}`)]);
    expect(screen.getByRole('link', { name: 'Почати проєкт' })).toHaveAttribute('href', '/#contact');
  },
);

test('a post that could not be loaded is «Стаття не знайдена», with links to other pages', () => {
  render(<Post data={null} />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Стаття не знайдена');
  expect(screen.getByText(/^Перевірте адресу/)).not.toHaveTextContent('з’єднання');
  expect(screen.getByRole('link', { name: 'Назад до статей' })).toHaveAttribute('href', '/#blog');
});

test('the post of the address is requested with the signal', async () => {
  const { signal } = new AbortController();
  const post = jest.fn<Api['post']>().mockResolvedValue(samplePost());
  expect(await load({ postId: 'stattia-1' }, { api: sampleApi({ post }), signal })).toEqual(samplePost());
  expect(post.mock.calls).toEqual([['stattia-1', { signal }]]);
});
