import type { Api, Post, Service } from '@vidlunnia/shared/contracts';

/** The post that golden pages show. */
const GOLDEN_POST: Post = {
  id: 'golden',
  title: 'Як рахувати заявки & не збитися',
  excerpt: 'Три таблиці, один звіт.',
  category: 'Аналітика',
  image_url: '/api/media/golden.svg',
  image_alt: 'Таблиця з трьома рядками',
  created_at: '2026-01-15T09:30:00.000Z',
  author: 'Редакція',
  description: 'Про заявки одним реченням.',
  content:
    '<h2>Навіщо</h2><p>Щоб <strong>знати</strong>, а не <a href="/#services">гадати</a>.</p>' +
    '<ul><li>раз</li><li>два</li></ul><pre><code>1 &lt; 2</code></pre><table><tbody><tr><td>1</td></tr></tbody></table>',
};

const SERVICES: Service[] = [
  {
    title: 'SMM',
    description: 'Соцмережі',
    icon_url: '/api/media/golden.svg',
    features: ['раз', 'два'],
    price_from: 12_500,
  },
  { title: 'Аналітика', description: '', icon_url: '', features: [] },
];

const submitted = () => Promise.reject(new Error('A golden page sends nothing'));

/** Data that never change: what is rendered with them judges the code alone. */
export const goldenApi: Api = {
  services: () => Promise.resolve(SERVICES),
  posts: () => Promise.resolve(['1', '2', '3'].map((id) => ({ ...GOLDEN_POST, id }))),
  post: () => Promise.resolve(GOLDEN_POST),
  apply: submitted,
  contact: submitted,
};

/** The same without services and posts: lists may be empty. */
export const emptyGoldenApi: Api = {
  ...goldenApi,
  services: () => Promise.resolve([]),
  posts: () => Promise.resolve([]),
};
