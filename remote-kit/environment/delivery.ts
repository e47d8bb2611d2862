import type { SettingsReader } from './read-settings';
import { SETTINGS } from './settings';

/** How submissions are mailed. */
export interface MailSettings {
  /** With the password in it. */
  readonly smtpUrl: string;
  readonly from: string;
  /** Staff; with nobody in it only confirmations are sent. */
  readonly to: readonly string[];
  /** Whether the sender gets one too. */
  readonly confirmation: boolean;
}

/** Where submissions are posted to. */
export interface WebhookSettings {
  readonly url: string;
  /** `whsec_…` */
  readonly secret: string;
}

/** Settings of the mails; `undefined` when none are sent. */
export function readMail({ get, reject }: SettingsReader): MailSettings | undefined {
  const [address, password] = [get(SETTINGS.smtpUrl), get(SETTINGS.smtpPassword)];
  const [from, to] = [get(SETTINGS.mailFrom), get(SETTINGS.mailTo)];
  const confirmation = get(SETTINGS.mailConfirmation);
  if (address === undefined) {
    // Whoever sets one of these expects mails.
    if (password ?? from ?? (to.length > 0 || confirmation || undefined))
      reject('SMTP_PASSWORD_FILE, MAIL_FROM, MAIL_TO and MAIL_CONFIRMATION=on need an SMTP_URL');
    return undefined;
  }
  if (to.length === 0 && !confirmation)
    reject('SMTP_URL needs somebody to write to: set MAIL_TO, or MAIL_CONFIRMATION=on');
  if (from === undefined) {
    reject('SMTP_URL needs a sender: set MAIL_FROM');
    return undefined;
  }
  const url = new URL(address);
  if (password !== undefined) {
    if (url.username === '') reject('SMTP_PASSWORD_FILE needs the user in SMTP_URL: smtps://user@…');
    // The setter leaves percent signs as they are.
    url.password = encodeURIComponent(password);
  }
  return { smtpUrl: url.href, from, to, confirmation };
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
