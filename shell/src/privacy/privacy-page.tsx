import { fieldsOf, type FormName } from '@vidlunnia/contracts';
import { FormattedDate, Wrap } from '@vidlunnia/ui';
import type { ReactNode } from 'react';
import { ContactText, owner, type DataHandling } from '../texts/texts';
import styles from './privacy-page.module.css';

/** The data that a form collects: «ім’я, телефон». */
const collectedBy = (form: FormName): string =>
  Object.values(fieldsOf(form))
    .map(({ label, noun = label }) => noun.charAt(0).toLowerCase() + noun.slice(1))
    .join(', ');

/** `{phone}`, `{email}` and `{address}` are replaced by the contact details, `{months}` by the retention. */
const PRIVACY = {
  title: 'Що ми робимо з вашими даними',
  lead: 'Сайт за вами не стежить і нікому про вас не розповідає. Ваші дані з’являються в нас лише тоді, коли ви самі їх пишете у формі.',
  /** Day of the last change of this text. */
  revised: { label: 'Редакція від', date: '2026-11-28T09:00:00+02:00' },
  controller: {
    title: 'Хто за них відповідає',
    text: '{name}, {address}. Пишіть на {email} або телефонуйте: {phone}.',
    name: 'Агенція «Відлуння»',
  },
  purposes: {
    title: 'Навіщо вони нам',
    list: [
      `Із форми зв’язку: ${collectedBy('contact')} — щоб відповісти вам і підготувати пропозицію.`,
      `Із заявки: ${collectedBy('application')} — щоб розглянути вас на цю посаду.`,
      'Звідки ви прийшли: реклама або сайт, з яких ви сюди потрапили, і перша сторінка — щоб знати, що нам приводить людей.',
      'Час надсилання — щоб відрізнити людину від програми, яка розсилає спам.',
    ],
    draft:
      'Недописана форма і згадка, звідки ви прийшли, чекають лише у вашому браузері, доки відкрита вкладка. До нас вони не потрапляють, поки ви не надішлете форму.',
    telegram:
      'Надіслане бачимо ще й у закритому чаті в Telegram, тож воно зберігається і там. Видаляючи ваші дані, приберемо їх і з чату.',
    basis:
      'Підстава — ваша дія: ви натискаєте кнопку й просите відповісти. До розсилок не додаємо, не продаємо, рекламним мережам не передаємо. Читають ваші слова ті з нас, хто відповідає, і роблять поруч нотатки для своїх. Нотатки видаляємо разом із вашими даними.',
  },
  visits: {
    title: 'Що сайт рахує',
    counted:
      'Скільки людей зайшло, як швидко відкривалися й відгукувалися сторінки, які частини сайту ламалися. Зберігаємо самі числа: без імен, без адрес і без того, що ви читали.',
    cookie:
      'Нову версію сайту спершу пробуємо на частині відвідувачів. Тільки на цей час, щонайбільше на добу, браузер отримує файл cookie з одним числом від 0 до 99. Таке саме число має кожен сотий, тож вас воно не видає. Інших файлів cookie відвідувачі не отримують.',
  },
  retention: {
    title: 'Скільки зберігаємо',
    limited: (months: string) =>
      `${months} від дня, коли ви їх надіслали. Потім сайт видаляє їх сам, без нагадувань.`,
    unlimited: 'Доки ви не попросите видалити.',
  },
  rights: {
    title: 'Що ви можете попросити',
    text: 'За законом України «Про захист персональних даних» і за GDPR, якщо він на вас поширюється, ви можете:',
    list: [
      'дізнатися, що саме ми про вас маємо, і отримати копію;',
      'виправити помилку;',
      'відкликати згоду й попросити все видалити;',
      'поскаржитися Уповноваженому Верховної Ради України з прав людини.',
    ],
  },
  erasure: {
    title: 'Як видалити',
    text: 'Напишіть на {email} з тієї адреси, яку лишали у формі, одне речення: «Видаліть мої дані». Видалимо щонайбільше за десять робочих днів і підтвердимо листом. Причину питати не будемо.',
  },
} as const;

/** The page on personal data: controller, purpose, retention, and erasure. */
export function PrivacyPage({ retentionMonths, telegramDetails }: DataHandling) {
  const { revised, controller, purposes, visits, retention, rights, erasure } = PRIVACY;
  const { contact, legalLine } = owner();
  return (
    <Wrap className={styles.page}>
      <h1 className={styles.title}>{PRIVACY.title}</h1>
      <p className={styles.lead}>{PRIVACY.lead}</p>
      <Clause title={controller.title}>
        <p>
          <ContactText>
            {controller.text
              .replace('{name}', (legalLine ?? '') || controller.name)
              .replace('{address}', contact.address)}
          </ContactText>
        </p>
      </Clause>
      <Clause title={purposes.title}>
        <List items={purposes.list} />
        <p>{purposes.basis}</p>
        <p>{purposes.draft}</p>
        {telegramDetails && <p>{purposes.telegram}</p>}
      </Clause>
      <Clause title={visits.title}>
        <p>{visits.counted}</p>
        <p>{visits.cookie}</p>
      </Clause>
      <Clause title={retention.title}>
        <p>
          {retentionMonths === 0 ? retention.unlimited : retention.limited(monthsInWords(retentionMonths))}
        </p>
      </Clause>
      <Clause title={rights.title}>
        <p>{rights.text}</p>
        <List items={rights.list} />
      </Clause>
      <Clause title={erasure.title}>
        <p>
          <ContactText>{erasure.text}</ContactText>
        </p>
      </Clause>
      <p className={styles.revised}>
        {revised.label} <FormattedDate value={revised.date} />
      </p>
    </Wrap>
  );
}

const PLURAL = new Intl.PluralRules('uk');
const MONTHS: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'місяць', few: 'місяці' };

/** 1 → «1 місяць», 12 → «12 місяців». */
const monthsInWords = (months: number) =>
  `${String(months)}\u00a0${MONTHS[PLURAL.select(months)] ?? 'місяців'}`;

function Clause({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.clause}>
      <h2>{title}</h2>
      <div className={styles.text}>{children}</div>
    </section>
  );
}

const List = ({ items }: { readonly items: readonly string[] }) => (
  <ul>
    {items.map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
);
