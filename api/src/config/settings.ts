import { CONTENT_SETTINGS } from '@vidlunnia/content/settings';
import {
  inFile,
  listOf,
  parseAddress,
  port,
  secretThat,
  setting,
  SETTINGS,
  SWITCH,
  textThat,
  whole,
  type Setting,
  type SettingsReader,
} from '@vidlunnia/settings';

const PASSWORD = secretThat('a password', (text) => text !== '');
const MAILBOX = /^(?:[^<>,\r\n]*<)?[^\s<>,@]+@[^\s<>,@]+>?$/;

/** A URL that may contain a password. */
const secretUrl = (begins: RegExp, rule: string) =>
  secretThat(rule, (text) => begins.test(text) && URL.canParse(text));

/** Long enough that nobody guesses it. */
const TOKEN = secretThat('32 or more characters without spaces', (text) => /^\S{32,}$/.test(text));

const WEBHOOK_SECRET = secretThat('whsec_ with 24 to 64 bytes in base64 behind it', (text) => {
  const [, key = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const bytes = Buffer.from(key, 'base64').length;
  return bytes >= 24 && bytes <= 64;
});

const address = (example: string) => ({ rule: `an address like ${example}`, parse: parseAddress });

/** As @BotFather gives it. */
const BOT_TOKEN = secretThat('a token of @BotFather', (text) => /^\d+:[\w-]{30,}$/.test(text));

/** The API's own settings. docs/settings.md describes them. */
export const API_SETTINGS = {
  metricsPort: setting('API_METRICS_PORT', port(1), undefined),
  databaseUrl: setting(
    'DATABASE_URL',
    secretUrl(/^postgres(ql)?:\/\//, 'a URL that begins with postgres:// or postgresql://'),
    undefined,
  ),
  databasePassword: setting('DATABASE_PASSWORD_FILE', inFile(PASSWORD), undefined),
  smtpUrl: setting(
    'SMTP_URL',
    secretUrl(/^smtps?:\/\/[^/]/, 'a URL that begins with smtp:// or smtps://'),
    undefined,
  ),
  smtpPassword: setting('SMTP_PASSWORD_FILE', inFile(PASSWORD), undefined),
  mailFrom: setting(
    'MAIL_FROM',
    textThat('a mail address, or a name with a mail address in angle brackets', (text) => MAILBOX.test(text)),
    undefined,
  ),
  mailTo: setting('MAIL_TO', listOf('mail addresses', MAILBOX), []),
  mailConfirmation: setting('MAIL_CONFIRMATION', SWITCH, false),
  webhookUrl: setting(
    'WEBHOOK_URL',
    secretUrl(/^https?:\/\/[^/]/, 'an address that begins with http:// or https://'),
    undefined,
  ),
  webhookSecret: setting('WEBHOOK_SECRET', WEBHOOK_SECRET, undefined),
  webhookSecretFile: setting('WEBHOOK_SECRET_FILE', inFile(WEBHOOK_SECRET), undefined),
  telegramToken: setting('TELEGRAM_TOKEN_FILE', inFile(BOT_TOKEN), undefined),
  telegramChat: setting(
    'TELEGRAM_CHAT',
    textThat('the number of a chat, or @ and its name', (text) => /^(-?\d+|@\w+)$/.test(text)),
    undefined,
  ),
  telegramApi: setting('TELEGRAM_API', address('https://bots.example'), 'https://api.telegram.org'),
  inboxUrl: setting('INBOX_URL', address('https://inbox.example'), undefined),
  inboxPort: setting('INBOX_PORT', port(0), 4100),
  inboxHost: setting('INBOX_HOST', SETTINGS.host, SETTINGS.host.fallback),
  inboxToken: setting('INBOX_TOKEN_FILE', inFile(TOKEN), undefined),
  submissionsPerMinute: setting('SUBMISSIONS_PER_MINUTE', whole(1, 1_000_000), 10),
  requestsPerMinute: setting('REQUESTS_PER_MINUTE', whole(1, 10_000_000), 6_000),
} as const satisfies Readonly<Record<string, Setting<unknown>>>;

/** Settings of mails. `smtpUrl` includes the password. Without staff in `to`, only confirmations are sent. */
export type MailSettings = NonNullable<ReturnType<typeof readMail>>;

/** The webhook for submissions. */
export type WebhookSettings = NonNullable<ReturnType<typeof readWebhook>>;

/** The staff's chat. */
export type TelegramSettings = NonNullable<ReturnType<typeof readTelegram>>;

/** `DATABASE_URL`, with the password of `DATABASE_PASSWORD_FILE` if set; `undefined` when there is no URL. */
export function readDatabaseUrl({ get, reject }: SettingsReader): string | undefined {
  const [address, password] = [get(API_SETTINGS.databaseUrl), get(API_SETTINGS.databasePassword)];
  if (address !== undefined) return withPassword(address, password);
  // Without a URL the embedded database would be used, against the intention of an operator who sets a password.
  if (password !== undefined) reject('DATABASE_PASSWORD_FILE needs a DATABASE_URL');
  return undefined;
}

/** Settings of the mails; `undefined` when none are sent. */
export function readMail({ get, reject }: SettingsReader) {
  const [address, password] = [get(API_SETTINGS.smtpUrl), get(API_SETTINGS.smtpPassword)];
  const [from, to] = [get(API_SETTINGS.mailFrom), get(API_SETTINGS.mailTo)];
  const confirmation = get(API_SETTINGS.mailConfirmation);
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

/** The mail server's user if it is an address, because many servers accept no other sender; else the first staff. */
function defaultSender(smtpUrl: string, [first = '']: readonly string[]): string | undefined {
  const user = decodeURIComponent(new URL(smtpUrl).username);
  const address = API_SETTINGS.mailFrom.parse(user) ?? /[^\s<>]+@[^\s<>]+/.exec(first)?.[0];
  return address && `Відлуння <${address}>`;
}

/** Settings of the webhook; `undefined` when there is none. */
export function readWebhook({ get, reject }: SettingsReader) {
  const url = get(API_SETTINGS.webhookUrl);
  const secret = get(API_SETTINGS.webhookSecret) ?? get(API_SETTINGS.webhookSecretFile);
  if (url !== undefined && secret !== undefined) return { url, secret };
  if (url !== undefined) reject('WEBHOOK_URL needs a WEBHOOK_SECRET, or a WEBHOOK_SECRET_FILE');
  if (secret !== undefined) reject('WEBHOOK_SECRET needs a WEBHOOK_URL');
  return undefined;
}

/** Settings of the staff's chat; `undefined` when there is none. */
export function readTelegram({ get, reject }: SettingsReader) {
  const [token, chat] = [get(API_SETTINGS.telegramToken), get(API_SETTINGS.telegramChat)];
  const details = get(CONTENT_SETTINGS.telegramDetails);
  const [api, inboxUrl] = [get(API_SETTINGS.telegramApi), get(API_SETTINGS.inboxUrl)];
  if (token !== undefined && chat !== undefined) return { token, chat, details, api, inboxUrl };
  if (token !== undefined) reject('TELEGRAM_TOKEN_FILE needs a TELEGRAM_CHAT');
  if (chat !== undefined) reject('TELEGRAM_CHAT needs a TELEGRAM_TOKEN_FILE');
  // The page on personal data would name a chat that gets nothing.
  if (token === undefined && details) reject('TELEGRAM_DETAILS=on needs a TELEGRAM_TOKEN_FILE');
  return undefined;
}

function withPassword(address: string, password: string | undefined): string {
  const url = new URL(address);
  // Escape percent signs too, because the setter does not.
  if (password !== undefined) url.password = encodeURIComponent(password);
  return url.href;
}
