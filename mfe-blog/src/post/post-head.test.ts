import { expect, test } from '@jest/globals';
import { samplePost } from '../sample-posts';
import { postHead } from './post-head';

test('a post gives the page its title and description', () => {
  const post = samplePost({ title: 'Злий коментар о 22:40', description: 'Як відповісти.' });
  expect(postHead(post)).toEqual({
    title: 'Злий коментар о 22:40\u00A0— Відлуння',
    description: 'Як відповісти.',
  });
});

test('a post that is not there gives the page the title of that', () => {
  expect(postHead(null)).toEqual({ title: 'Стаття не знайдена\u00A0— Відлуння' });
});
