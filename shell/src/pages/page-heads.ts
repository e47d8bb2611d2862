import type { PageHead } from '@vidlunnia/contracts';
import type { Page } from './pages';

/** Heads of the pages that the shell renders itself (site copy, section 18). A post's head is from `blog/Post`. */
export const HOME_HEAD: PageHead = {
  title: 'Відлуння — діджитал-агенція у Вінниці: SMM, контент, ліди',
  description:
    'Соцмережі, контент, лідогенерація та аналітика для бізнесу. Рахуємо заявки, звітуємо на одну сторінку, про помилки пишемо в блозі.',
};

export const NOT_FOUND_HEAD: PageHead = {
  title: 'Сторінку не знайдено — Відлуння',
  description: 'Сторінки за цією адресою немає. Поверніться на головну або зазирніть у блог «Відлуння».',
};

/** For a post's page until the post is loaded. */
export const POST_HEAD: PageHead = { title: 'Відлуння' };

/** Heads by kind of page; an island's own head, if any, replaces it. */
export const HEADS: Readonly<Record<Page['kind'], PageHead>> = {
  home: HOME_HEAD,
  post: POST_HEAD,
  archive: { title: 'Блог — Відлуння' },
  privacy: {
    title: 'Що ми робимо з вашими даними — Відлуння',
    description:
      'Які дані лишають у формах «Відлуння», навіщо вони нам, скільки зберігаються і як попросити їх видалити.',
  },
  unknown: NOT_FOUND_HEAD,
};

/** For a post's page whose post or code could not be loaded. */
export const LOST_POST_HEAD: PageHead = { title: 'Стаття не завантажилася — Відлуння' };
