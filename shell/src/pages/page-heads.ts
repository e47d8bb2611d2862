import type { PageHead } from '@vidlunnia/contracts';
import type { Page } from './pages';

/** Heads of the pages that the shell makes itself (site copy, section 18). A post's comes from `blog/Post`. */
export const HOME_HEAD: PageHead = {
  title: 'Відлуння — діджитал-агенція у Вінниці: SMM, контент, ліди',
  description:
    'Соцмережі, контент, лідогенерація та аналітика для бізнесу. Рахуємо заявки, звітуємо на одну сторінку, про помилки пишемо в блозі.',
};

export const NOT_FOUND_HEAD: PageHead = {
  title: 'Сторінку не знайдено — Відлуння',
  description: 'Сторінки за цією адресою немає. Поверніться на головну або зазирніть у блог «Відлуння».',
};

/** Of a post's page as long as the post's own is not there. */
export const POST_HEAD: PageHead = { title: 'Відлуння' };

/** Heads by kind of page; an island's own, where it has one, stands instead. */
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

/** Of a post's page whose post, or the code for it, could not be loaded. */
export const LOST_POST_HEAD: PageHead = { title: 'Стаття не завантажилася — Відлуння' };
