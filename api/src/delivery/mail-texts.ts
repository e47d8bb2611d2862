import { CONTACT_DETAILS } from '@vidlunnia/content';
import { SUBMISSIONS, type SubmissionKind } from '../database/schema';
import type { Letter } from './outbox';

interface MailText {
  readonly subject: string;
  readonly text: string;
}

const instant = new Intl.DateTimeFormat('uk-UA', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Europe/Kyiv',
});

/** The text for staff: the whole submission; texts with several lines follow the others. */
export function staffText({ kind, submission }: Letter): MailText {
  const { id, created_at, ...values } = submission;
  const valueOf: Readonly<Record<string, string | null>> = values;
  const lines: string[] = [];
  const texts: string[] = [];
  for (const [name, { label, multiline, choices }] of Object.entries(SUBMISSIONS[kind].fields)) {
    const value = valueOf[name];
    if (!value) continue;
    if (multiline) texts.push(value);
    else lines.push(`${label}: ${choices?.[value] ?? value}`);
  }
  const isApplication = kind === 'applications';
  return {
    subject: isApplication
      ? `Заявка: ${valueOf['position'] ?? ''}, ${values.name}`
      : `Повідомлення: ${values.name}`,
    text: paragraphs(
      isApplication ? 'На сайті відгукнулися на вакансію.' : 'Нам написали із сайту.',
      lines.join('\n'),
      ...texts,
      `Відповідь на цей лист піде на ${values.email}.`,
      `Надіслано ${instant.format(created_at)}. Номер: ${id}`,
    ),
  };
}

/** The text for every sender. */
export function confirmationText(kind: SubmissionKind): MailText {
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
          `Ми вас почули. Відповімо за один робочий день. Якщо терміново, телефонуйте: ${CONTACT_DETAILS.phone}.`,
          ENDING,
        ),
      };
}

const ENDING = 'Якщо ви нам не писали, хтось помилився адресою. Тоді робити нічого не треба.\n\n«Відлуння»';

const paragraphs = (...texts: string[]): string => `${texts.filter((text) => text !== '').join('\n\n')}\n`;
