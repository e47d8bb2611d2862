import type { SERVICE_TYPES } from '@vidlunnia/contracts';
import type { Letter } from './letter';

interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** As the form calls them. */
const SERVICES: Readonly<Record<(typeof SERVICE_TYPES)[number], string>> = {
  smm: 'SMM та просування',
  content: 'Контент-маркетинг',
  leads: 'Лідогенерація',
  analytics: 'Аналітика',
};

const instant = new Intl.DateTimeFormat('uk-UA', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Europe/Kyiv',
});

/** What staff read of a submission: all of it. */
export function staffText(letter: Letter): MailText {
  const { name, email, phone, created_at, id } = letter.submission;
  const about: readonly Line[] = [
    ['Ім’я', name],
    ['Електронна пошта', email],
    ['Телефон', phone],
    ...ownLines(letter),
  ];
  const lines = about.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : []));
  const typed = letter.kind === 'applications' ? letter.submission.resume_text : letter.submission.message;
  return {
    subject: subjectOf(letter),
    text: paragraphs(
      letter.kind === 'applications' ? 'На сайті відгукнулися на вакансію.' : 'Нам написали із сайту.',
      lines.join('\n'),
      typed ?? '',
      `Відповідь на цей лист піде на ${email}.`,
      `Надіслано ${instant.format(created_at)}. Номер: ${id}`,
    ),
  };
}

function subjectOf(letter: Letter): string {
  const { name } = letter.submission;
  return letter.kind === 'applications'
    ? `Заявка: ${letter.submission.position}, ${name}`
    : `Повідомлення: ${name}`;
}

type Line = readonly [label: string, value: string | null];

function ownLines(letter: Letter): readonly Line[] {
  if (letter.kind === 'applications') {
    return [
      ['Місто', letter.submission.city],
      ['Посада', letter.submission.position],
    ];
  }
  const { company, service_type } = letter.submission;
  return [
    ['Компанія', company],
    ['Що цікавить', service_type === null ? null : serviceName(service_type)],
  ];
}

const serviceName = (type: string): string =>
  new Map<string, string>(Object.entries(SERVICES)).get(type) ?? type;

/** What a sender reads, whoever it is. */
export function confirmationText(kind: Letter['kind']): MailText {
  return kind === 'applications'
    ? {
        subject: 'Ваша заявка вже в нас',
        text: paragraphs(
          'Доброго дня.',
          'Ми отримали вашу заявку. Прочитаємо й відповімо за три робочі дні, навіть якщо це відмова.',
          ENDING,
        ),
      }
    : {
        subject: 'Ваше повідомлення вже в нас',
        text: paragraphs(
          'Доброго дня.',
          'Ми вас почули. Відповімо за один робочий день. Якщо терміново, телефонуйте: +380 43 000 00 00.',
          ENDING,
        ),
      };
}

const ENDING = 'Якщо ви нам не писали, хтось помилився адресою. Тоді робити нічого не треба.\n\n«Відлуння»';

const paragraphs = (...texts: string[]): string => `${texts.filter((text) => text !== '').join('\n\n')}\n`;
