import type { Api, Post, PostSummary } from '@vidlunnia/contracts';

/** An API with only these calls. */
export const sampleApi = (calls: Partial<Api>) => calls as Api;

/** A post of a list; `name` distinguishes it from others. */
const sampleSummary = (name: string): PostSummary => ({
  id: `stattia-${name}`,
  title: `Стаття ${name}`,
  excerpt: `Про що стаття ${name}.`,
  category: 'Кейси',
  image_url: `/covers/cover-${name}.svg`,
  created_at: '2026-11-17T09:30:00+02:00',
  author: 'Остап Мельничук',
});

export const sampleSummaries = (count: number): PostSummary[] =>
  Array.from({ length: count }, (_, index) => sampleSummary(String(index + 1)));

export const samplePost = (changes: Partial<Post> = {}): Post => ({
  ...sampleSummary('1'),
  content: '<p>Текст.</p>',
  image_alt: 'Малюнок 1',
  description: 'Опис 1.',
  ...changes,
});
