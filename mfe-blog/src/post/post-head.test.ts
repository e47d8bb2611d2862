import { expect, test } from '@jest/globals';
import { samplePost } from '../sample-posts';
import { postHead } from './post-head';

test('a post gives the page its title, its description and what link previews want to know', () => {
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
      imageAlt: 'Обкладинка статті «Злий коментар о 22:40»: Сонце сідає',
      published: '2026-09-30T06:00:00.000Z',
      author: 'Леся Романюк',
    },
  });
});

test('signs of an id that mean something in an address do not lead elsewhere', () => {
  expect(postHead(samplePost({ id: '../?x#y' })).article?.image).toBe('/api/og/..%2F%3Fx%23y.png');
});

test('a post that is not there gives the page the title of that', () => {
  expect(postHead(null)).toEqual({ title: 'Стаття не знайдена\u00A0— Відлуння' });
});
