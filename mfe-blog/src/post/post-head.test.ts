import { expect, test } from '@jest/globals';
import { samplePost } from '../testing/samples';
import { head } from '.';

test('a post’s page has a title, a description and the data of link previews, also with special characters', () => {
  const title = 'Як $& з’їло {бюджет} й ${title}';
  expect(head(samplePost({ id: '../?x#y', title, updated_at: '2026-11-18T09:30:00+02:00' }))).toEqual({
    title: `${title}\u00A0— Відлуння`,
    description: 'Опис 1.',
    article: {
      image: '/api/og/..%2F%3Fx%23y.png',
      imageAlt: `Написи «${title}» та «Відлуння\u00A0— Кейси», поруч фрагмент обкладинки: Малюнок 1`,
      published: '2026-11-17T09:30:00+02:00',
      modified: '2026-11-18T09:30:00+02:00',
      author: 'Остап Мельничук',
    },
  });
});

test('a missing post’s page has a title and a description', () => {
  expect(head(null)).toEqual({
    title: 'Стаття не знайдена\u00A0— Відлуння',
    description: expect.stringContaining('не знайшли'),
  });
});
