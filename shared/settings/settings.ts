import { readFileSync } from 'node:fs';
import { getter, type Get, type Setting, type SettingsReader } from './read-settings';
import { parseReleasePlace, RELEASE_PLACE_RULE } from './release-place';
import { api, remoteList, shell, type Package, type Remote, type Upstream } from './topology';
import { isTrustedProxyList } from './trusted-proxies';

/** The values that a setting may have. */
type Kind<Value> = Pick<Setting<Value>, 'rule' | 'parse' | 'secret'>;

const kind = <Value>(rule: string, parse: Kind<Value>['parse']): Kind<Value> => ({
  ...{ rule, parse, secret: false },
});

/** The same, for values that no message may repeat. */
const secret = <Value>(open: Kind<Value>): Kind<Value> => ({ ...open, secret: true });

/** Settings whose value is the text itself. */
const textThat = (rule: string, holds: (text: string) => boolean) =>
  kind(rule, (text) => (holds(text) ? text : undefined));

const whole = (min: number, max: number, rule = `a whole number from ${String(min)} to ${String(max)}`) =>
  kind(rule, (text) =>
    /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined,
  );

const port = (lowest: 0 | 1) => whole(lowest, 65_535, `a port, ${String(lowest)} to 65535`);
const url = (begins: RegExp, rule: string) =>
  textThat(rule, (text) => begins.test(text) && URL.canParse(text));
const origin = (example: string) => kind(`an origin like ${example}`, parseOrigin);

const MAILBOX = /^(?:[^<>,\r\n]*<)?[^\s<>,@]+@[^\s<>,@]+>?$/;
/** 32 bytes in base64url, as in RFC 8037, section 2. */
const PUBLIC_KEY = /^[A-Za-z0-9_-]{43}$/;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const TEXT = textThat('a text', () => true);
const TOKEN = secret(textThat('a token of visible ASCII characters', (text) => /^[\x21-\x7e]+$/.test(text)));
const LOG_LEVEL = textThat(`one of ${LOG_LEVELS.join(', ')}`, (text) => LOG_LEVELS.includes(text));
const ON_OR_OFF = kind('on or off', (text) => (text === 'on' || text === 'off' ? text === 'on' : undefined));
const MILLISECONDS = whole(50, Number.MAX_SAFE_INTEGER, 'a number of milliseconds, 50 or more');
const FILE = secret(kind('the name of a file that can be read and is not empty', readSecret));
const DATABASE_URL = secret(
  url(/^postgres(ql)?:\/\//, 'a URL that begins with postgres:// or postgresql://'),
);
const SMTP_URL = secret(url(/^smtps?:\/\/[^/]/, 'a URL that begins with smtp:// or smtps://'));
const SENDER = textThat('a mail address, or a name with a mail address in angle brackets', (text) =>
  MAILBOX.test(text),
);
const RECIPIENTS = kind('mail addresses, separated by commas', (text) => listOf(MAILBOX, text));
const WEBHOOK_URL = secret(url(/^https?:\/\/[^/]/, 'an address that begins with http:// or https://'));
const WEBHOOK_SECRET = secret(kind('whsec_ with 24 to 64 bytes in base64 behind it', parseWebhookSecret));
const KEYS = kind(
  'one or more Ed25519 public keys, 43 characters of base64url each, separated by commas',
  parsePublicKeys,
);
const ADDRESS = kind(
  'an address like http://blog.example:3002 or https://releases.example/site/mfe-blog',
  parseAddress,
);
const TRUSTED_PROXIES = textThat(
  'a list of addresses, ranges (10.0.0.0/8) or the names loopback, linklocal, uniquelocal, separated by commas',
  isTrustedProxyList,
);

const setting = <Value, Fallback extends Value | undefined>(
  name: string,
  { rule, parse, secret }: Kind<Value>,
  fallback: Fallback,
): Setting<Value | Fallback> => ({ name, fallback, rule, parse, secret });

/** All settings except those of single packages. docs/settings.md describes them. */
export const SETTINGS = {
  host: setting('HOST', TEXT, '127.0.0.1'),
  siteUrl: setting('SITE_URL', origin('https://vidlunnia.example'), undefined),
  metricsPort: setting('METRICS_PORT', port(1), undefined),
  apiMetricsPort: setting('API_METRICS_PORT', port(1), undefined),
  databaseUrl: setting('DATABASE_URL', DATABASE_URL, undefined),
  databasePassword: setting('DATABASE_PASSWORD_FILE', FILE, undefined),
  smtpUrl: setting('SMTP_URL', SMTP_URL, undefined),
  smtpPassword: setting('SMTP_PASSWORD_FILE', FILE, undefined),
  mailFrom: setting('MAIL_FROM', SENDER, undefined),
  mailTo: setting('MAIL_TO', RECIPIENTS, []),
  mailConfirmation: setting('MAIL_CONFIRMATION', ON_OR_OFF, false),
  webhookUrl: setting('WEBHOOK_URL', WEBHOOK_URL, undefined),
  webhookSecret: setting('WEBHOOK_SECRET', WEBHOOK_SECRET, undefined),
  webhookSecretFile: setting('WEBHOOK_SECRET_FILE', inFile(WEBHOOK_SECRET), undefined),
  dataDir: setting('DATA_DIR', TEXT, undefined),
  contentDir: setting('CONTENT_DIR', TEXT, undefined),
  keysDir: setting('KEYS_DIR', TEXT, undefined),
  remotesFile: setting('REMOTES_FILE', TEXT, undefined),
  remotesPublicKeys: setting('REMOTES_PUBLIC_KEY', KEYS, undefined),
  releaseTarget: setting('RELEASE_TARGET', secret(kind(RELEASE_PLACE_RULE, parseReleasePlace)), undefined),
  releaseToken: setting('RELEASE_TOKEN', TOKEN, undefined),
  logLevel: setting('LOG_LEVEL', LOG_LEVEL, 'info'),
  releasePoll: setting('RELEASE_POLL_MS', MILLISECONDS, 500),
  releaseKeep: setting('RELEASE_KEEP_MS', MILLISECONDS, 86_400_000),
  pageFresh: setting('PAGE_FRESH_MS', MILLISECONDS, 5_000),
  submissionsPerMinute: setting('SUBMISSIONS_PER_MINUTE', whole(1, 1_000_000), 10),
  requestsPerMinute: setting('REQUESTS_PER_MINUTE', whole(1, 10_000_000), 6_000),
  retentionMonths: setting('RETENTION_MONTHS', whole(0, 1_200), 12),
  rendersPerMinute: setting('RENDERS_PER_MINUTE', whole(1, 10_000_000), 600),
  previews: setting('PREVIEWS', whole(1, 16), 4),
  trustProxy: setting('TRUST_PROXY', TRUSTED_PROXIES, undefined),
  chromium: setting('CHROMIUM_PATH', TEXT, undefined),
  mode: setting('NODE_ENV', TEXT, 'production'),
} as const;

/** A package's port. Only the API may let the system choose one, by 0. */
const portSetting = ({ folder, port: fallback, portVariable }: Package) =>
  setting(portVariable, port(folder === api.folder ? 0 : 1), fallback);

/** A team's releases may be below a path, for example in a bucket. */
const originSetting = (upstream: Upstream) =>
  setting(
    upstream.originVariable,
    'publicKeyVariable' in upstream ? ADDRESS : origin('http://blog.example:3002'),
    undefined,
  );

const publicKeysSetting = ({ publicKeyVariable }: Remote) => setting(publicKeyVariable, KEYS, undefined);

const publicKeyFileSetting = ({ publicKeyVariable }: Remote) =>
  setting(`${publicKeyVariable}_FILE`, inFile(KEYS), undefined);

/** Every setting, in the order of docs/settings.md. */
export const ALL_SETTINGS: readonly Setting<unknown>[] = [
  ...[shell, ...remoteList, api].map(portSetting),
  SETTINGS.host,
  ...[api, ...remoteList].map(originSetting),
  SETTINGS.siteUrl,
  ...remoteList.flatMap((remote) => [publicKeysSetting(remote), publicKeyFileSetting(remote)]),
  ...Object.values(SETTINGS).filter((each) => each !== SETTINGS.host && each !== SETTINGS.siteUrl),
];

/** Unsets all variables but the browser's: tests set those that they need, independent of a local configuration. */
export const NO_SETTINGS: Readonly<Record<string, undefined>> = Object.fromEntries(
  ALL_SETTINGS.filter((each) => each !== SETTINGS.chromium).map(({ name }) => [name, undefined]),
);

/** Port of a package. */
export const portOf = (pkg: Package, get: Get = getter(process.env)): number => get(portSetting(pkg));

/** Address of an upstream, without a trailing slash: its variable's value, else this machine at its port. */
export const originOf = (upstream: Upstream, get: Get): string =>
  get(originSetting(upstream)) ?? `http://127.0.0.1:${String(portOf(upstream, get))}`;

/** Public origin of the site: its variable's value, else this machine at the shell's port. */
export const siteUrlOf = (get: Get): string =>
  get(SETTINGS.siteUrl) ?? `http://localhost:${String(portOf(shell, get))}`;

/** A team's public keys: from its variable, else from the file that the variable with the suffix `_FILE` names. */
export function publicKeysOf(remote: Remote, { get, reject }: SettingsReader): readonly string[] {
  const [setting, inFile] = [publicKeysSetting(remote), publicKeyFileSetting(remote)];
  const keys = get(setting) ?? get(inFile);
  if (!keys) reject(`${setting.name} is not set; npm run keys -w ${remote.folder} prints it`);
  return keys ?? [];
}

/** A team's keys: one, or several separated by commas while one replaces another. */
export function parsePublicKeys(value: string): string[] | undefined {
  return listOf(PUBLIC_KEY, value);
}

function listOf(pattern: RegExp, value: string): string[] | undefined {
  const entries = value.split(',').map((entry) => entry.trim());
  return entries.every((entry) => pattern.test(entry)) ? entries : undefined;
}

function parseWebhookSecret(value: string): string | undefined {
  const [, key] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(value) ?? [];
  const bytes = Buffer.from(key ?? '', 'base64').length;
  return bytes >= 24 && bytes <= 64 ? value : undefined;
}

/** A URL without query, fragment and trailing slash; `undefined` when the text is not one. */
export function parseAddress(value: string): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : null;
  return url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}${url.pathname}`
    ? url.href.replace(/\/+$/, '')
    : undefined;
}

function parseOrigin(value: string): string | undefined {
  const address = parseAddress(value);
  return address !== undefined && address === new URL(address).origin ? address : undefined;
}

/** The same, read from a file. */
function inFile<Value>({ rule, parse, secret }: Kind<Value>): Kind<Value> {
  return { rule: `a file with ${rule}`, parse: (file) => parse(readSecret(file) ?? ''), secret };
}

/** Text of a file in which a container engine passes a secret; a final line end is not part of it. */
function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '') || undefined;
  } catch {
    return undefined;
  }
}
