import type { Owner } from '@vidlunnia/content';
import { contactLinks } from '@vidlunnia/contracts';
import { LinkedText } from '@vidlunnia/ui';
import styles from './contact-text.module.css';

/** What the operator does with submissions, for the page on personal data. */
export interface DataHandling {
  /** Months for which submissions are kept; 0 keeps them. */
  readonly retentionMonths: number;
  /** Whether submissions are written into the staff's chat in Telegram. */
  readonly telegramDetails: boolean;
}

/** Facts of the site for every page. */
export interface SiteFacts extends DataHandling {
  readonly owner: Owner;
}

let facts: SiteFacts | undefined;

/** Sets the facts once, before rendering; they never change in a page or a render worker. */
export function setFacts(known: SiteFacts): void {
  facts = known;
}

export function siteFacts(): SiteFacts {
  if (!facts) throw new Error('The facts of the site are not set');
  return facts;
}

/** The owner's details on this page. */
export const owner = (): Owner => siteFacts().owner;

/** A text in which `{phone}` and `{email}` become links to the agency's telephone and e-mail. */
export const ContactText = ({ children }: { readonly children: string }) => (
  <LinkedText links={contactLinks(owner().contact)} className={styles.way}>
    {children}
  </LinkedText>
);

/** The shell's texts by key. `{phone}`, `{email}` and `{year}` are replaced. `PAGE_TABLE` has the menu's texts. */
export const TEXTS = {
  'brand.name': 'Відлуння',
  'nav.cta': 'Почати проєкт',
  'footer.line': 'Маркетинг, який відгукується',
  'footer.services.title': 'Послуги',
  'footer.services.seo': 'SEO-просування',
  'footer.services.brand': 'Брендинг',
  'footer.company.title': 'Компанія',
  'footer.contacts.title': 'Контакти',
  'footer.social.title': 'Ми в соцмережах',
  'footer.social.instagram': '«Відлуння» в Instagram',
  'footer.social.facebook': '«Відлуння» у Facebook',
  'footer.social.telegram': '«Відлуння» в Telegram',
  'footer.social.linkedin': '«Відлуння» в LinkedIn',
  'footer.privacy': 'Що ми робимо з вашими даними',
  'footer.closing': 'Догортали до кінця? Тепер ваша черга гукати.',
  'footer.copyright': '© 2021–{year} «Відлуння»',
  'notFound.title': 'Тут навіть луна мовчить',
  'notFound.lead': 'Сторінки за цією адресою немає. Може, її перенесли, а може, в адресі загубилася літера.',
  'notFound.home': 'На головну',
  'notFound.blog': 'До блогу',
  'post.loading': 'Завантажуємо статтю…',
  'post.back.header': 'На головну',
  'fallback.loading': 'Завантажуємо…',
  'fallback.section': 'Цей розділ не завантажився. Решта сторінки працює.',
  'fallback.application':
    'Форма не завантажилася. Надішліть кілька слів про себе на {email} або зателефонуйте: {phone}.',
  'fallback.contact': 'Форма не завантажилася, але ми вас почуємо: {phone}, {email}.',
  'fallback.blog': 'Статті не завантажилися. Вони варті другої спроби.',
  'fallback.post.title': 'Стаття не завантажилася',
  'fallback.post':
    'Перевірте з’єднання і спробуйте ще раз. Якщо не допоможе, розкажемо самі: {phone}, {email}.',
  'fallback.retry': 'Спробувати ще раз',
  'fallback.retrying': 'Пробуємо ще раз…',
  'fallback.recovered': 'Розділ завантажено',
  'a11y.skip': 'Перейти до вмісту',
  'a11y.brand': 'Відлуння, на головну',
  'a11y.nav.main': 'Головна навігація',
  'a11y.nav.footer': 'Навігація в підвалі',
  'a11y.menu.open': 'Відкрити меню',
  'a11y.menu.close': 'Закрити меню',
  'a11y.menu.title': 'Меню',
  'menu.close': 'Закрити',
  'a11y.toasts': 'Сповіщення',
  'a11y.toast.close': 'Закрити сповіщення',
} as const;
