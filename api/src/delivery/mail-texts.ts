import { kyivTime } from '@vidlunnia/contracts';
import { SUBMISSIONS, type SubmissionKind } from '../database/schema';
import { beginningOf } from '../submissions/format-submissions';
import { labelledSource, sourceText } from '../submissions/source';
import type { Digest, SubmissionOfKind } from './outbox';

interface MailText {
  readonly subject: string;
  readonly text: string;
}

const instant = kyivTime('long');

/** The text for staff: the whole submission. A text with several lines is last, so that it cannot pass for ours. */
export function staffText(letter: SubmissionOfKind): MailText {
  const { id, created_at, name, email, source } = letter.submission;
  const fields = filledFields(letter);
  const lines = fields.flatMap(({ label, text, multiline }) => (multiline ? [] : [`${label}: ${text}`]));
  const texts = fields.flatMap(({ label, text, multiline }) => (multiline ? [`${label}:\n${text}`] : []));
  const position = fields.find((field) => field.name === 'position')?.text;
  const isApplication = letter.kind === 'applications';
  return {
    subject: isApplication ? `Заявка: ${position ?? ''}, ${name}` : `Повідомлення: ${name}`,
    text: paragraphs(
      isApplication ? 'На сайті відгукнулися на вакансію.' : 'Нам написали із сайту.',
      lines.join('\n'),
      `Відповідь на цей лист піде на ${email}.`,
      labelledSource(source)
        .map(({ label, text }) => `${label}: ${text}`)
        .join('\n'),
      `Надіслано ${instant.format(created_at)}. Номер: ${id}`,
      ...texts,
    ),
  };
}

/** The fields that a visitor has filled in, in display order, with the values as the form shows them. */
export function filledFields({ kind, submission }: SubmissionOfKind) {
  const valueOf: Readonly<Record<string, unknown>> = { ...submission };
  return Object.entries(SUBMISSIONS[kind].fields).flatMap(([name, { label, multiline = false, choices }]) => {
    const value = valueOf[name];
    if (typeof value !== 'string' || value === '') return [];
    return [{ name, label, multiline, text: choices?.[value] ?? value }];
  });
}

/** The text for every sender, with the agency's telephone. */
export function confirmationText(kind: SubmissionKind, phone: string): MailText {
  const [subject, answer] =
    kind === 'applications'
      ? [
          'Ваша заявка вже в нас',
          'Ми отримали вашу заявку. Прочитаємо й відповімо за три робочі дні, навіть якщо це відмова.',
        ]
      : [
          'Ваше повідомлення вже в нас',
          `Ми вас почули. Відповімо за один робочий день. Якщо терміново, телефонуйте: ${phone}.`,
        ];
  return { subject, text: paragraphs('Доброго дня.', answer, ENDING) };
}

/** Characters of a text in a digest. */
const BEGINNING = 160;

/** Why a submission is suspected, by the stored word. */
const REASONS: Readonly<Record<string, string>> = {
  honeypot: 'заповнено поле, якого люди не бачать',
  'token missing': 'надіслано не з нашої сторінки',
  'token invalid': 'надіслано не з нашої сторінки',
  'token too old': 'сторінку відкрили понад місяць тому',
  // Of submissions that older versions stored.
  'filled too fast': 'форму заповнено швидше, ніж за дві секунди',
};

/** The reason of a suspicion in words. */
export const suspicionText = (reason: string): string => REASONS[reason] ?? reason;

/** The text for staff about suspected submissions. */
export function digestText({ suspects, count }: Digest): MailText {
  const left = count - suspects.length;
  return {
    subject: `Схоже на спам: ${String(count)}`,
    text: paragraphs(
      'Сайт відклав те, що схоже на спам. Гляньте, чи немає тут справжніх людей.',
      ...suspects.map(suspectText),
      left === 0 ? '' : `Ще ${String(left)} не вмістилося, усе показує ${COMMAND} suspected`,
      'Прийняте надійде звичайним листом. З рештою нічого робити не треба.',
    ),
  };
}

const COMMAND = 'npm run submissions -w api --';

/** One line for each fact, so that a stranger's text cannot pass for ours. */
function suspectText(suspect: SubmissionOfKind): string {
  const { id, created_at, suspicion, source } = suspect.submission;
  return [
    `${suspect.kind === 'applications' ? 'Заявка' : 'Повідомлення'}, ${instant.format(created_at)}`,
    ...filledFields(suspect).map(({ label, text }) => `${label}: ${beginningOf(text, BEGINNING)}`),
    ...(source ? [`Звідки: ${sourceText(source)}`] : []),
    `Чому відкладено: ${suspicionText(suspicion ?? '')}`,
    `Прийняти: ${COMMAND} accept ${id}`,
  ].join('\n');
}

const ENDING = 'Якщо ви нам не писали, хтось помилився адресою. Тоді робити нічого не треба.\n\n«Відлуння»';

const paragraphs = (...texts: string[]): string => `${texts.filter((text) => text !== '').join('\n\n')}\n`;
