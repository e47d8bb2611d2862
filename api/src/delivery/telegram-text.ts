import type { TelegramSettings } from '../config/settings';
import { sourceText } from '../submissions/source';
import { digestText, filledFields, staffText } from './mail-texts';
import type { Letter } from './outbox';

/** Characters of a message (https://core.telegram.org/bots/api#sendmessage). */
const LONGEST = 4096;

/**
 * The message for the staff's chat, without personal data unless `details` are on: of an application's position only
 * that of a vacancy, because people may write anything there.
 */
export function telegramText(
  letter: Letter,
  { details, inboxUrl }: TelegramSettings,
  vacancies: readonly string[],
): string {
  const inbox = (path: string) => (inboxUrl === undefined ? [] : [`${inboxUrl}${path}`]);
  if (letter.kind === 'digest') return [digestText(letter).subject, ...inbox('/?state=suspected')].join('\n');
  const { id, source } = letter.submission;
  const end = inbox(`/submissions/${id}`);
  if (details) {
    const { subject, text } = staffText(letter);
    return [shortened(`${subject}\n\n${text.trimEnd()}`, LONGEST - end.join('\n').length - 1), ...end].join(
      '\n',
    );
  }
  const wanted = filledFields(letter).find(
    ({ name, text }) => name === 'service_type' || (name === 'position' && vacancies.includes(text)),
  );
  return [
    letter.kind === 'applications' ? 'Нова заявка' : 'Нове повідомлення',
    ...(wanted ? [wanted.text] : []),
    ...(source ? [`Звідки: ${sourceText(source)}`] : []),
    ...(end.length > 0 ? end : [`Номер: ${id}`]),
  ].join('\n');
}

/** Cut between characters, which may have two code units. */
const shortened = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
