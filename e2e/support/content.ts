import type { Post, Service } from '@vidlunnia/contracts';
import type { Content } from './api-double';

/** A post like any other; `name` tells it from others. */
export const samplePost = (name: string, changes: Partial<Post> = {}): Post => ({
  id: name,
  title: `Заголовок ${name}`,
  excerpt: `Уривок ${name}`,
  category: `Рубрика ${name}`,
  image_url: '/favicon.svg',
  created_at: '2026-11-17T07:30:00.000Z',
  author: `Авторка ${name}`,
  content: `<h2>Розділ ${name}</h2>\n<p>Вміст ${name}</p>\n`,
  image_alt: `Малюнок ${name}`,
  description: `Опис ${name}`,
  ...changes,
});

export const sampleService = (name: string, changes: Partial<Service> = {}): Service => ({
  title: `Послуга ${name}`,
  description: `Опис послуги ${name}`,
  icon_url: '/favicon.svg',
  features: [`Перша риса ${name}`, `Друга риса ${name}`],
  price_from: 12_000,
  ...changes,
});

/** So many posts and three services. */
export const sampleContent = (posts = 4): Content => ({
  services: ['А', 'Б', 'В'].map((name) => sampleService(name)),
  posts: Array.from({ length: posts }, (_, index) => samplePost(`stattia-${String(index + 1)}-kinets`)),
});
