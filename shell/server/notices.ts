import { emailHref, phoneHref } from '@vidlunnia/contracts';
import type { Notice } from '@vidlunnia/engine';
import { escaped } from '@vidlunnia/engine/server';
import type { SiteFacts } from '../src/texts/texts';

/** Messages for visitors by status; other statuses get `REFUSED` or `FAILED`. */
const TEXTS: Readonly<Record<number, Notice>> = {
  403: {
    title: 'Це надіслала інша сторінка',
    words:
      'Запит прийшов не з нашого сайту, тому ми його не прийняли. Якщо ви хотіли нам написати, відкрийте наш сайт і скористайтеся формою на ньому.',
  },
  404: { title: 'Сторінки за цією адресою немає', words: 'Перевірте адресу або поверніться на головну.' },
  413: {
    title: 'Забагато тексту за один раз',
    words: 'Поверніться до форми й скоротіть повідомлення: стільки ми не приймаємо.',
  },
  429: { title: 'Забагато спроб поспіль', words: 'Зачекайте хвилину й спробуйте ще раз.' },
  503: {
    title: 'Сторінка зараз не відкривається',
    words: 'Оновіть її за хвилину. Якщо справа термінова, зателефонуйте або напишіть нам.',
  },
};
const REFUSED: Notice = {
  title: 'Цей запит ми не зрозуміли',
  words: 'Поверніться на головну й спробуйте ще раз.',
};
const FAILED: Notice = {
  title: 'У нас щось зламалося',
  words: 'Ми вже бачимо це в журналі. Спробуйте ще раз за хвилину.',
};

/**
 * A page with only a message, for visitors who get no rendered page. It cannot fail and costs almost nothing. `html`
 * follows the message, unescaped.
 */
export function noticePage(
  { owner: { contact } }: SiteFacts,
  status: number,
  { title, words, html = '' }: Notice = TEXTS[status] ?? (status < 500 ? REFUSED : FAILED),
): string {
  const { phone, email } = contact;
  return [
    '<!doctype html>',
    '<html lang="uk">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="robots" content="noindex">',
    `<title>${escaped(title)} — Відлуння</title>`,
    `<main><h1>${escaped(title)}</h1>`,
    `<p>${escaped(words)}</p>`,
    html,
    '<p><a href="/">На головну</a></p>',
    `<p><a href="${escaped(phoneHref(phone))}">${escaped(phone)}</a>, <a href="${escaped(emailHref(email))}">${escaped(email)}</a></p></main>`,
    '</html>',
  ].join('\n');
}
