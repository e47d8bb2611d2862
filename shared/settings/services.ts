import type { SettingsReader } from './read-settings';
import { SETTINGS } from './settings';

/** How submissions are mailed. */
export interface MailSettings {
  /** Includes the password. */
  readonly smtpUrl: string;
  readonly from: string;
  /** Staff addresses; when empty, only confirmations are sent. */
  readonly to: readonly string[];
  /** Whether the sender gets a confirmation. */
  readonly confirmation: boolean;
}

/** Where submissions are posted to. */
export interface WebhookSettings {
  readonly url: string;
  /** `whsec_…` */
  readonly secret: string;
}

/** `DATABASE_URL`, with the password of `DATABASE_PASSWORD_FILE` if set; `undefined` when there is no URL. */
export function readDatabaseUrl({ get, reject }: SettingsReader): string | undefined {
  const [address, password] = [get(SETTINGS.databaseUrl), get(SETTINGS.databasePassword)];
  if (address !== undefined) return withPassword(address, password);
  // Without a URL the embedded database would be used: never the intention of an operator who sets a password.
  if (password !== undefined) reject('DATABASE_PASSWORD_FILE needs a DATABASE_URL');
  return undefined;
}

/** Settings of the mails; `undefined` when none are sent. */
export function readMail({ get, reject }: SettingsReader): MailSettings | undefined {
  const [address, password] = [get(SETTINGS.smtpUrl), get(SETTINGS.smtpPassword)];
  const [from, to] = [get(SETTINGS.mailFrom), get(SETTINGS.mailTo)];
  const confirmation = get(SETTINGS.mailConfirmation);
  if (address === undefined) {
    // An operator who sets one of these expects mails.
    if (password !== undefined || from !== undefined || to.length > 0 || confirmation)
      reject('SMTP_PASSWORD_FILE, MAIL_FROM, MAIL_TO and MAIL_CONFIRMATION=on need an SMTP_URL');
    return undefined;
  }
  if (to.length === 0 && !confirmation)
    reject('SMTP_URL needs a recipient: set MAIL_TO, or MAIL_CONFIRMATION=on');
  const sender = from ?? defaultSender(address, to);
  if (sender === undefined) reject('SMTP_URL needs a sender: set MAIL_FROM');
  if (password !== undefined && new URL(address).username === '')
    reject('SMTP_PASSWORD_FILE needs the user in SMTP_URL: smtps://user@…');
  return { smtpUrl: withPassword(address, password), from: sender ?? '', to, confirmation };
}

/** The user of the mail server if that is an address, since many servers take mails of no other; else the first of the staff. */
function defaultSender(smtpUrl: string, [first = '']: readonly string[]): string | undefined {
  const user = decodeURIComponent(new URL(smtpUrl).username);
  const address = SETTINGS.mailFrom.parse(user) ?? /[^\s<>]+@[^\s<>]+/.exec(first)?.[0];
  return address && `Відлуння <${address}>`;
}

/** Settings of the webhook; `undefined` when there is none. */
export function readWebhook({ get, reject }: SettingsReader): WebhookSettings | undefined {
  const url = get(SETTINGS.webhookUrl);
  const secret = get(SETTINGS.webhookSecret) ?? get(SETTINGS.webhookSecretFile);
  if (url !== undefined && secret !== undefined) return { url, secret };
  if (url !== undefined) reject('WEBHOOK_URL needs a WEBHOOK_SECRET, or a WEBHOOK_SECRET_FILE');
  if (secret !== undefined) reject('WEBHOOK_SECRET needs a WEBHOOK_URL');
  return undefined;
}

function withPassword(address: string, password: string | undefined): string {
  const url = new URL(address);
  // The setter does not escape percent signs.
  if (password !== undefined) url.password = encodeURIComponent(password);
  return url.href;
}
