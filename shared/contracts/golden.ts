import type { Home, Post, Service } from './schemas.ts';
import type { Api } from './api.ts';
import type { ContactDetails } from './site.ts';

const POST: Post = {
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

/** The home page's texts, people and vacancies on golden pages. */
export const GOLDEN_HOME: Home = {
  hero: { lead: 'Гукаємо золотою луною.' },
  about: { story: ['Починали вчотирьох.', 'Тепер нас більше.'], support: 'І\u00a0вночі.' },
  services: { lead: 'Можна взяти одну.' },
  reasons: { reasons: [{ title: 'Кошторис, який не росте', text: 'Підписуємо до старту.' }] },
  team: {
    lead: 'Знайомтеся.',
    people: [
      {
        name: 'Золота Луна',
        position: 'редакторка',
        quote: 'Чую.',
        portrait: { url: '/api/media/golden.svg', width: 480, height: 600 },
        alt: 'Портрет',
      },
    ],
  },
  vacancies: {
    lead: 'Шукаємо голос.',
    vacancies: [
      {
        title: 'Редактор/ка',
        salary_from: 20_000,
        salary_to: 30_000,
        employment: 'FULL_TIME',
        terms: 'можна з дому',
        text: 'Пишете & не збиваєтеся.',
      },
      {
        title: 'Таргетолог/иня',
        salary_from: 25_000,
        salary_to: 25_000,
        employment: 'PART_TIME',
        text: 'Влучаєте.',
      },
    ],
  },
  contact: { lead: 'Відповімо за день.' },
};

/** The services that golden pages show. */
export const GOLDEN_SERVICES: Service[] = [
  {
    title: 'SMM',
    description: 'Соцмережі',
    icon_url: '/api/media/golden.svg',
    features: ['раз', 'два'],
    price_from: 12_500,
  },
  { title: 'Аналітика', description: '', icon_url: '', features: [] },
];

/** The posts in the lists of golden pages. */
export const GOLDEN_POSTS: Post[] = ['1', '2', '3'].map((id) => ({ ...POST, id }));

/** The post of the golden post page, with every optional field. */
export const GOLDEN_POST: Post = {
  ...POST,
  updated_at: '2026-01-20T09:30:00.000Z',
  image: {
    url: '/api/media/golden-480.webp',
    width: 960,
    height: 540,
    srcset: '/api/media/golden-480.webp 480w, /api/media/golden-960.webp 960w',
  },
  author_role: 'редакція',
  author_portrait: { url: '/api/media/golden.svg', width: 480, height: 600 },
  author_link: '/#team',
  next: GOLDEN_POSTS.slice(0, 2),
};

/** Contact details for rendering without a shell. */
export const GOLDEN_DETAILS: ContactDetails = {
  phone: '+380 43 000 00 00',
  chats: { telegram: 'https://t.me/example', viber: '+380 43 000 00 00', whatsapp: '+380 43 000 00 00' },
  email: 'hello@example.com',
  address: 'вул. Зразкова, 1, Вінниця',
  map: 'https://www.openstreetmap.org/',
  hours: [{ days: 'Пн–Пт', time: '09:00–18:00' }],
};

const submitted = () => Promise.reject(new Error('A golden page cannot send data'));

/** Constant data, so failures during rendering are failures of the code. */
export const goldenApi: Api = {
  home: (section) => Promise.resolve(GOLDEN_HOME[section]),
  services: () => Promise.resolve(GOLDEN_SERVICES),
  posts: () => Promise.resolve(GOLDEN_POSTS),
  post: () => Promise.resolve(GOLDEN_POST),
  apply: submitted,
  contact: submitted,
};

/** The same data without services and posts, because lists may be empty. */
export const emptyGoldenApi: Api = {
  ...goldenApi,
  services: () => Promise.resolve([]),
  posts: () => Promise.resolve([]),
};
