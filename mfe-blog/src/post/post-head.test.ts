import { expect, test } from '@jest/globals';
import { samplePost } from '../testing/samples';
import { postHead } from './post-head';

test('a post’s page has a title, a description and the data of link previews', () => {
  const post = samplePost({
    id: 'zlyi-komentar',
    title: 'Злий коментар о 22:40',
    description: 'Як відповісти.',
    image_alt: 'Сонце сідає',
    author: 'Леся Романюк',
    created_at: '2026-09-30T06:00:00.000Z',
  });
  expect(postHead(post)).toEqual({
    title: 'Злий коментар о 22:40\u00A0— Відлуння',
    description: 'Як відповісти.',
    article: {
      image: '/api/og/zlyi-komentar.png',
      imageAlt:
        'Написи «Злий коментар о 22:40» та «Відлуння — Кейси», поруч фрагмент обкладинки: Сонце сідає',
      published: '2026-09-30T06:00:00.000Z',
      author: 'Леся Романюк',
    },
  });
});

test('special characters of a title are unchanged', () => {
  const title = 'Як $& з’їло {бюджет} й ${title}';
  expect(postHead(samplePost({ title })).title).toBe(`${title}\u00A0— Відлуння`);
});

test('special characters of an id do not change the address', () => {
  expect(postHead(samplePost({ id: '../?x#y' })).article?.image).toBe('/api/og/..%2F%3Fx%23y.png');
});

test('a missing post’s page has a title and a description', () => {
  expect(postHead(null)).toEqual({
    title: 'Стаття не знайдена\u00A0— Відлуння',
    description: expect.stringContaining('не знайшли'),
  });
});
