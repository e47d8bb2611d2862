import type { PageHead } from '@vidlunnia/shared/contracts';

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
