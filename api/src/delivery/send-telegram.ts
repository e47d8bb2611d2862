import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { reasonOf } from '@vidlunnia/settings/machine';
import type { TelegramSettings } from '../config/settings';
import { DeliveryError, type Deliver } from './delivery-worker';
import { telegramText } from './telegram-text';

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
