import { readFileSync } from 'node:fs';
import { isIP, isIPv6 } from 'node:net';
import { api, remoteList, shell, type Package, type Remote, type Upstream } from './topology';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable's text; an empty variable counts as unset. */
export const valueOf = (name: string, environment: Environment): string | undefined =>
  environment[name] === '' ? undefined : environment[name];

/** An environment variable and how its text is parsed. docs/settings.md describes it. */
export interface Setting<Value> {
  readonly name: string;
  /** Its value when the variable is unset or empty. */
  readonly fallback: Value;
  /** Describes the values that are allowed, for error messages. */
  readonly rule: string;
  /** Returns the text's value; `undefined` when the text breaks the rule. */
  readonly parse: (text: string) => Value | undefined;
  /** Whether messages must hide the text, because it may contain a password. */
  readonly secret: boolean;
}

/** An error that lists all problems of the environment. */
export class EnvironmentError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The environment is not right:\n- ${problems.join('\n- ')}`);
    this.name = 'EnvironmentError';
  }
}

/** Returns a setting's value. */
export type Get = <Value>(setting: Setting<Value>) => Value;

/** Reads a setting. When the text breaks the rule, calls `reject` with a sentence and returns the fallback. */
function read<Value>(
  { name, fallback, rule, parse, secret }: Setting<Value>,
  environment: Environment,
  reject: (problem: string) => void,
): Value {
  const text = valueOf(name, environment);
  if (text === undefined) return fallback;
  const value = parse(text);
  if (value === undefined) reject(`${name} ${secret ? '' : `is “${text}”; it `}has to be ${rule}`);
  return value ?? fallback;
}

/** Reads settings one by one. Throws, naming the variable, when a text breaks its rule. */
export const getter =
  (environment: Environment): Get =>
  (setting) =>
    read(setting, environment, (problem) => {
      throw new Error(problem);
    });

/** Reads settings and collects problems. A setting that breaks its rule has its fallback. */
export interface SettingsReader {
  readonly get: Get;
  /** Reports a problem of several settings together. */
  readonly reject: (problem: string) => void;
}

/** Reads settings by `readAll`. Throws one `EnvironmentError` with all problems. */
export function readSettings<Values>(
  environment: Environment,
  readAll: (reader: SettingsReader) => Values,
): Values {
  const problems = new Set<string>();
  const reject = (problem: string) => void problems.add(problem);
  const values = readAll({ get: (setting) => read(setting, environment, reject), reject });
  if (problems.size > 0) throw new EnvironmentError([...problems]);
  return values;
}

/** The values that a setting may have. */
type Kind<Value> = Pick<Setting<Value>, 'rule' | 'parse' | 'secret'>;

const kind = <Value>(rule: string, parse: Kind<Value>['parse']): Kind<Value> => ({
  rule,
  parse,
  secret: false,
});

/** The same for secret values. */
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
const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal'];
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const TEXT = textThat('a text', () => true);
const HOST = textThat('a name or an address of this machine, such as ::1', (text) =>
  URL.canParse(`http://${inUrl(text)}`),
);
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
  (text) => listOf(PUBLIC_KEY, text),
);
const ADDRESS = kind(
  'an address like http://blog.example:3002 or https://releases.example/site/mfe-blog',
  parseAddress,
);
const TRUSTED_PROXIES = textThat(
  'a list of addresses, ranges (10.0.0.0/8) or the names loopback, linklocal, uniquelocal, separated by commas',
  isTrustedProxyList,
);

const RELEASE_TARGET = secret(kind('a folder, or s3://bucket/prefix', parseReleaseTarget));

const setting = <Value, Fallback extends Value | undefined>(
  name: string,
  { rule, parse, secret }: Kind<Value>,
  fallback: Fallback,
): Setting<Value | Fallback> => ({ name, fallback, rule, parse, secret });

/** All settings except those of single packages. docs/settings.md describes them. */
export const SETTINGS = {
  host: setting('HOST', HOST, '127.0.0.1'),
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
  releaseTarget: setting('RELEASE_TARGET', RELEASE_TARGET, undefined),
  logLevel: setting('LOG_LEVEL', LOG_LEVEL, 'info'),
  releasePoll: setting('RELEASE_POLL_MS', MILLISECONDS, 500),
  releaseKeep: setting('RELEASE_KEEP_MS', MILLISECONDS, 86_400_000),
  pageFresh: setting('PAGE_FRESH_MS', MILLISECONDS, 5_000),
  // Rendering begins after it, and has limits of its own.
  islandData: setting('ISLAND_DATA_MS', whole(50, 2_000), 2_000),
  submissionsPerMinute: setting('SUBMISSIONS_PER_MINUTE', whole(1, 1_000_000), 10),
  requestsPerMinute: setting('REQUESTS_PER_MINUTE', whole(1, 10_000_000), 6_000),
  retentionMonths: setting('RETENTION_MONTHS', whole(0, 1_200), 12),
  rendersPerMinute: setting('RENDERS_PER_MINUTE', whole(1, 10_000_000), 600),
  previews: setting('PREVIEWS', whole(1, 16), 4),
  trustProxy: setting('TRUST_PROXY', TRUSTED_PROXIES, undefined),
  chromium: setting('CHROMIUM_PATH', TEXT, undefined),
  mode: setting('NODE_ENV', TEXT, 'production'),
} as const;

/** A package's port. Only the API accepts 0, with which the system chooses one. */
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

/** Unsets all variables except the browser's, so that tests do not depend on a local configuration. */
export const NO_SETTINGS: Readonly<Record<string, undefined>> = Object.fromEntries(
  ALL_SETTINGS.filter((each) => each !== SETTINGS.chromium).map(({ name }) => [name, undefined]),
);

/** Port of a package. */
export const portOf = (pkg: Package, get: Get = getter(process.env)): number => get(portSetting(pkg));

/** A host as URLs write it. */
function inUrl(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}

/** Stands for every address of this machine. */
const ANY_ADDRESS = ['0.0.0.0', '::'];

/** Address at which this machine reaches its own package. */
export function localOriginOf(pkg: Package, get: Get): string {
  const host = get(SETTINGS.host);
  return `http://${ANY_ADDRESS.includes(host) ? SETTINGS.host.fallback : inUrl(host)}:${String(portOf(pkg, get))}`;
}

/** Address of an upstream, without a trailing slash: its variable's value, else this machine at its port. */
export const originOf = (upstream: Upstream, get: Get): string =>
  get(originSetting(upstream)) ?? localOriginOf(upstream, get);

/** Address of the site for people at this machine. */
export const localSiteOf = (get: Get): string =>
  localOriginOf(shell, get).replace(SETTINGS.host.fallback, 'localhost');

/** Public origin of the site: its variable's value, else this machine at the shell's port. */
export const siteUrlOf = (get: Get): string => get(SETTINGS.siteUrl) ?? localSiteOf(get);

/**
 * A team's public keys, from its variable, else from the file that the variable with the suffix `_FILE` names. Several
 * while one key replaces another.
 */
export function publicKeysOf(remote: Remote, { get, reject }: SettingsReader): readonly string[] {
  const [setting, inFile] = [publicKeysSetting(remote), publicKeyFileSetting(remote)];
  const keys = get(setting) ?? get(inFile);
  if (!keys) reject(`${setting.name} is not set; npm run keys -w ${remote.folder} prints it`);
  return keys ?? [];
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

/** The target for releases, with a folder for each team. `prefix` is empty or ends with a slash. */
type ReleaseTarget =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 's3'; readonly bucket: string; readonly prefix: string };

function parseReleaseTarget(text: string): ReleaseTarget | undefined {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) return { kind: 'folder', folder: text };
  const [, bucket, folders = ''] = /^s3:\/\/([^/:@?#]+)(?:\/([^?#]*))?$/.exec(text) ?? [];
  const prefix = folders.split('/').filter(Boolean).join('/');
  return bucket === undefined ? undefined : { kind: 's3', bucket, prefix: prefix && `${prefix}/` };
}

function parseOrigin(value: string): string | undefined {
  const address = parseAddress(value);
  return address !== undefined && address === new URL(address).origin ? address : undefined;
}

/** The same setting, read from a file. */
function inFile<Value>({ rule, parse, secret }: Kind<Value>): Kind<Value> {
  return { rule: `a file with ${rule}`, parse: (file) => parse(readSecret(file) ?? ''), secret };
}

/** Text of a file with a secret, for example from a container engine, without the final line end. */
function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '') || undefined;
  } catch {
    return undefined;
  }
}

/** Whether a text lists proxies by well-known names, addresses or ranges, separated by commas. */
function isTrustedProxyList(text: string): boolean {
  return text.split(',').every((entry) => PROXY_NAMES.includes(entry.trim()) || isProxyRange(entry.trim()));
}

function isProxyRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  if (isIP(address) === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (isIPv6(address) ? 128 : 32));
}

/** Settings of mails. `smtpUrl` includes the password. Without staff in `to`, only confirmations are sent. */
export type MailSettings = NonNullable<ReturnType<typeof readMail>>;

/** The webhook for submissions. */
export type WebhookSettings = NonNullable<ReturnType<typeof readWebhook>>;

/** `DATABASE_URL`, with the password of `DATABASE_PASSWORD_FILE` if set; `undefined` when there is no URL. */
export function readDatabaseUrl({ get, reject }: SettingsReader): string | undefined {
  const [address, password] = [get(SETTINGS.databaseUrl), get(SETTINGS.databasePassword)];
  if (address !== undefined) return withPassword(address, password);
  // Without a URL the embedded database would be used, against the intention of an operator who sets a password.
  if (password !== undefined) reject('DATABASE_PASSWORD_FILE needs a DATABASE_URL');
  return undefined;
}

/** Settings of the mails; `undefined` when none are sent. */
export function readMail({ get, reject }: SettingsReader) {
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

/** The mail server's user if it is an address, because many servers accept no other sender; else the first staff. */
function defaultSender(smtpUrl: string, [first = '']: readonly string[]): string | undefined {
  const user = decodeURIComponent(new URL(smtpUrl).username);
  const address = SETTINGS.mailFrom.parse(user) ?? /[^\s<>]+@[^\s<>]+/.exec(first)?.[0];
  return address && `Відлуння <${address}>`;
}

/** Settings of the webhook; `undefined` when there is none. */
export function readWebhook({ get, reject }: SettingsReader) {
  const url = get(SETTINGS.webhookUrl);
  const secret = get(SETTINGS.webhookSecret) ?? get(SETTINGS.webhookSecretFile);
  if (url !== undefined && secret !== undefined) return { url, secret };
  if (url !== undefined) reject('WEBHOOK_URL needs a WEBHOOK_SECRET, or a WEBHOOK_SECRET_FILE');
  if (secret !== undefined) reject('WEBHOOK_SECRET needs a WEBHOOK_URL');
  return undefined;
}

function withPassword(address: string, password: string | undefined): string {
  const url = new URL(address);
  // Escape percent signs too, because the setter does not.
  if (password !== undefined) url.password = encodeURIComponent(password);
  return url.href;
}
