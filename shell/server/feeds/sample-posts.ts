import type { PostSummary } from '@vidlunnia/contracts';

/** A post of a list for tests, as the API sends it. */
export const samplePost = (changes: Partial<PostSummary> = {}): PostSummary => ({
  id: 'piat-kaviaren',
  title: 'П’ять кав’ярень, один абонемент',
  excerpt: 'Мережа роздавала купони.',
  category: 'Кейси',
  image_url: '/covers/cover-1.svg',
  created_at: '2026-11-17T07:30:00.000Z',
  author: 'Остап Мельничук',
  ...changes,
});
