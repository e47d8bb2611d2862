import type { Owner } from '@vidlunnia/content';
/** Facts of the site for every page. */
export interface SiteFacts {
  readonly owner: Owner;
  /** Months for which submissions are kept; 0 keeps them. */
  readonly retentionMonths: number;
}
/** Sets the facts once, before rendering; they never change in a page or a render worker. */
export declare function setFacts(known: SiteFacts): void;
export declare function siteFacts(): SiteFacts;
/** The owner's details on this page. */
export declare const owner: () => Owner;
/** `+380 43 000 00 00` → `tel:+380430000000`. */
export declare const phoneHref: (phone: string) => string;
export declare const emailHref: (email: string) => string;
/** A text in which `{phone}` and `{email}` become links to the agency's telephone and e-mail. */
export declare function ContactText({
  children,
}: {
  readonly children: string;
}): (string | import('react').JSX.Element)[];
/** The shell's texts by key. `{phone}`, `{email}` and `{year}` are replaced. `PAGE_TABLE` has the menu's texts. */
export declare const TEXTS: {
  readonly 'brand.name': 'Відлуння';
  readonly 'nav.cta': 'Почати проєкт';
  readonly 'footer.line': 'Маркетинг, який відгукується';
  readonly 'footer.services.title': 'Послуги';
  readonly 'footer.services.seo': 'SEO-просування';
  readonly 'footer.services.brand': 'Брендинг';
  readonly 'footer.company.title': 'Компанія';
  readonly 'footer.contacts.title': 'Контакти';
  readonly 'footer.social.title': 'Ми в соцмережах';
  readonly 'footer.social.instagram': '«Відлуння» в Instagram';
  readonly 'footer.social.facebook': '«Відлуння» у Facebook';
  readonly 'footer.social.telegram': '«Відлуння» в Telegram';
  readonly 'footer.social.linkedin': '«Відлуння» в LinkedIn';
  readonly 'footer.privacy': 'Що ми робимо з вашими даними';
  readonly 'footer.closing': 'Догортали до кінця? Тепер ваша черга гукати.';
  readonly 'footer.copyright': '© 2021–{year} «Відлуння»';
  readonly 'notFound.title': 'Тут навіть луна мовчить';
  readonly 'notFound.lead': 'Сторінки за цією адресою немає. Може, її перенесли, а може, в адресі загубилася літера.';
  readonly 'notFound.home': 'На головну';
  readonly 'notFound.blog': 'До блогу';
  readonly 'post.loading': 'Завантажуємо статтю…';
  readonly 'post.back.header': 'На головну';
  readonly 'fallback.loading': 'Завантажуємо…';
  readonly 'fallback.section': 'Цей розділ не завантажився. Решта сторінки працює.';
  readonly 'fallback.application': 'Форма не завантажилася. Надішліть кілька слів про себе на {email} або зателефонуйте: {phone}.';
  readonly 'fallback.contact': 'Форма не завантажилася, але ми вас почуємо: {phone}, {email}.';
  readonly 'fallback.blog': 'Статті не завантажилися. Вони варті другої спроби.';
  readonly 'fallback.post.title': 'Стаття не завантажилася';
  readonly 'fallback.post': 'Перевірте з’єднання і спробуйте ще раз. Якщо не допоможе, розкажемо самі: {phone}, {email}.';
  readonly 'fallback.retry': 'Спробувати ще раз';
  readonly 'fallback.retrying': 'Пробуємо ще раз…';
  readonly 'fallback.recovered': 'Розділ завантажено';
  readonly 'a11y.skip': 'Перейти до вмісту';
  readonly 'a11y.brand': 'Відлуння, на головну';
  readonly 'a11y.nav.main': 'Головна навігація';
  readonly 'a11y.nav.footer': 'Навігація в підвалі';
  readonly 'a11y.menu.open': 'Відкрити меню';
  readonly 'a11y.menu.close': 'Закрити меню';
  readonly 'a11y.menu.title': 'Меню';
  readonly 'menu.close': 'Закрити';
  readonly 'a11y.toasts': 'Сповіщення';
  readonly 'a11y.toast.close': 'Закрити сповіщення';
};
