import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { reasonOf } from '@vidlunnia/settings/machine';
import type { TelegramSettings } from '../config/settings';
import { sourceText } from '../submissions/source';
import { DeliveryError, type Deliver } from './delivery-worker';
import { digestText, filledFields, staffText } from './mail-texts';
import type { Letter } from './outbox';

/** A failure as the Bot API describes it (https://core.telegram.org/bots/api#making-requests). */
const FailureSchema = Type.Object({
  description: Type.Optional(Type.String()),
  parameters: Type.Optional(
    Type.Object({
      /** Seconds. */
      retry_after: Type.Optional(Type.Number({ minimum: 0 })),
      migrate_to_chat_id: Type.Optional(Type.Number()),
    }),
  ),
});

/** Writes a submission or a digest into the staff's chat through the Bot API. */
export function writeToTelegram(settings: TelegramSettings, vacancies: () => readonly string[]): Deliver {
  const { api, token, chat } = settings;
  return async (letter, signal) => {
    const response = await fetch(`${api}/bot${token}/sendMessage`, {
      method: 'POST',
      signal,
      // Only the Bot API may get the token, not a redirect's target.
      redirect: 'manual',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        chat_id: chat,
        // Without `parse_mode`: a stranger's text must not be able to format or to break the message.
        text: telegramText(letter, settings, vacancies()),
        link_preview_options: { is_disabled: true },
      }),
    }).catch((error: unknown) => {
      throw new DeliveryError(`Telegram could not be reached: ${reasonOf(error)}`);
    });
    if (response.ok) return response.body?.cancel();
    throw failureOf(response.status, await response.json().catch(() => undefined));
  };
}

/** No failure is final: staff let the bot into the chat again, and a limit ends. */
function failureOf(status: number, body: unknown): DeliveryError {
  const { description = 'without a reason', parameters = {} } = Value.Check(FailureSchema, body) ? body : {};
  const { retry_after = 0, migrate_to_chat_id } = parameters;
  const way = migrate_to_chat_id === undefined ? '' : `; set TELEGRAM_CHAT=${String(migrate_to_chat_id)}`;
  return new DeliveryError(`Telegram answered ${String(status)}: ${description.slice(0, 200)}${way}`, {
    retryMs: retry_after * 1000,
  });
}

/** Characters of a message (https://core.telegram.org/bots/api#sendmessage). */
const LONGEST = 4096;

/**
 * The message for the staff's chat, without personal data unless `details` is on. Without it, names the position only if
 * it is a vacancy's title: applicants may type anything.
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
