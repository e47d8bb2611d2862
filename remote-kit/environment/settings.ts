import { readFileSync } from 'node:fs';
import { getter, type Get, type Setting, type SettingsReader } from './read-settings';
import { parseReleasePlace, RELEASE_PLACE_RULE } from './release-place';
import { api, remoteList, shell, type Package, type Remote, type Upstream } from './topology';
import { isTrustedProxyList } from './trusted-proxies';

/** What the text of a setting may be. */
type Kind<Value> = Pick<Setting<Value>, 'rule' | 'parse'>;

const kind = <Value>(rule: string, parse: Kind<Value>['parse']): Kind<Value> => ({ rule, parse });

/** Values that the text itself is. */
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
const FILE = kind('the name of a file that can be read and is not empty', readSecret);
const MILLISECONDS = whole(50, Number.MAX_SAFE_INTEGER, 'a number of milliseconds, 50 or more');
const KEYS = kind(
  'one or more Ed25519 public keys, 43 characters of base64url each, separated by commas',
  parsePublicKeys,
);
const WEBHOOK_SECRET = kind('whsec_ with 24 to 64 bytes in base64 behind it', parseWebhookSecret);

interface Facts {
  /** What the documentation names as the default; by default what the value is. */
  readonly shown?: string;
  readonly secret?: boolean;
}
const SECRET: Facts = { secret: true };

const setting = <Value, Fallback extends Value | undefined>(
  name: string,
  meaning: string,
  { rule, parse }: Kind<Value>,
  fallback: Fallback,
  { shown = fallback === undefined ? 'none' : String(fallback), secret = false }: Facts = {},
): Setting<Value | Fallback> => ({ name, meaning, fallback, shownDefault: shown, rule, parse, secret });

/** Every setting but those of single packages. */
export const SETTINGS = {
  host: setting('HOST', 'Address on which every package listens', TEXT, '127.0.0.1'),
  siteUrl: setting(
    'SITE_URL',
    'Origin by which visitors know the site: for canonical addresses, link previews and feeds; the release commands ask there what is live',
    origin('https://vidlunnia.example'),
    undefined,
    { shown: 'http://localhost, at `PORT`' },
  ),
  metricsPort: setting(
    'METRICS_PORT',
    'Operator’s port, on which the shell serves `/metrics`; without it there are none',
    port(1),
    undefined,
  ),
  apiMetricsPort: setting(
    'API_METRICS_PORT',
    'Operator’s port, on which the API serves `/metrics`; without it there are none',
    port(1),
    undefined,
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    'PostgreSQL; without it the embedded PGlite keeps its files in `DATA_DIR`',
    url(/^postgres(ql)?:\/\//, 'a URL that begins with postgres:// or postgresql://'),
    undefined,
    SECRET,
  ),
  databasePassword: setting(
    'DATABASE_PASSWORD_FILE',
    'File with the password for `DATABASE_URL`',
    FILE,
    undefined,
    SECRET,
  ),
  smtpUrl: setting(
    'SMTP_URL',
    'Mail server, like `smtps://user@mail.example:465`, or `smtp://` with STARTTLS; without it no mail is sent',
    url(/^smtps?:\/\/[^/]/, 'a URL that begins with smtp:// or smtps://'),
    undefined,
    SECRET,
  ),
  smtpPassword: setting(
    'SMTP_PASSWORD_FILE',
    'File with the password for `SMTP_URL`',
    FILE,
    undefined,
    SECRET,
  ),
  mailFrom: setting(
    'MAIL_FROM',
    'Sender of mails, like `Відлуння <hello@vidlunnia.example>`',
    textThat('a mail address, or a name with a mail address in angle brackets', (text) => MAILBOX.test(text)),
    undefined,
  ),
  mailTo: setting(
    'MAIL_TO',
    'Staff who get every submission by mail: addresses, separated by commas',
    kind('mail addresses, separated by commas', (text) => listOf(MAILBOX, text)),
    [],
    { shown: 'none' },
  ),
  mailConfirmation: setting(
    'MAIL_CONFIRMATION',
    'With `on` visitors get a mail that their submission has arrived',
    kind('on or off', (text) => (text === 'on' || text === 'off' ? text === 'on' : undefined)),
    false,
    { shown: 'off' },
  ),
  webhookUrl: setting(
    'WEBHOOK_URL',
    'Receiver of every submission, as a [Standard Webhook](https://www.standardwebhooks.com)',
    url(/^https?:\/\/[^/]/, 'an address that begins with http:// or https://'),
    undefined,
    SECRET,
  ),
  webhookSecret: setting(
    'WEBHOOK_SECRET',
    'Key that signs webhooks: `whsec_…`',
    WEBHOOK_SECRET,
    undefined,
    SECRET,
  ),
  webhookSecretFile: setting(
    'WEBHOOK_SECRET_FILE',
    'File with the key, in place of `WEBHOOK_SECRET`',
    inFile(WEBHOOK_SECRET),
    undefined,
    SECRET,
  ),
  dataDir: setting(
    'DATA_DIR',
    'Folder of the embedded database, the teams’ published releases and the shell’s copies of them',
    TEXT,
    undefined,
    { shown: '.data' },
  ),
  keysDir: setting('KEYS_DIR', 'Folder of the teams’ private keys', TEXT, undefined, {
    shown: '~/.config/vidlunnia/keys',
  }),
  remotesFile: setting(
    'REMOTES_FILE',
    'Signed list of remotes with their origins, keys and zones, which the shell follows as it changes; its signature stands beside it, in a file with `.sig` behind its name',
    TEXT,
    undefined,
  ),
  remotesPublicKeys: setting(
    'REMOTES_PUBLIC_KEY',
    'Public keys of which one has to have signed `REMOTES_FILE`, separated by commas',
    KEYS,
    undefined,
  ),
  releaseTarget: setting(
    'RELEASE_TARGET',
    'Where the release commands publish: a folder, `s3://bucket/prefix` or `https://host/path`; each team has its own folder there',
    kind(RELEASE_PLACE_RULE, parseReleasePlace),
    undefined,
    { shown: '`origins` in `DATA_DIR`', secret: true },
  ),
  releaseToken: setting(
    'RELEASE_TOKEN',
    'Bearer token for a `RELEASE_TARGET` at `https://…`',
    textThat('a token of visible ASCII characters', (text) => /^[\x21-\x7e]+$/.test(text)),
    undefined,
    SECRET,
  ),
  logLevel: setting(
    'LOG_LEVEL',
    '`silent`, `fatal`, `error`, `warn`, `info`, `debug` or `trace`',
    textThat(`one of ${LOG_LEVELS.join(', ')}`, (text) => LOG_LEVELS.includes(text)),
    'info',
    { shown: 'info; warn under `npm start`' },
  ),
  releasePoll: setting(
    'RELEASE_POLL_MS',
    'Milliseconds between the shell’s polls of the teams’ pointers',
    MILLISECONDS,
    500,
  ),
  releaseKeep: setting(
    'RELEASE_KEEP_MS',
    'Milliseconds for which a release’s files stay after it was live',
    MILLISECONDS,
    86_400_000,
  ),
  pageFresh: setting(
    'PAGE_FRESH_MS',
    'Milliseconds for which the shell sends a page before it renders it again',
    MILLISECONDS,
    5_000,
  ),
  submissionsPerMinute: setting(
    'SUBMISSIONS_PER_MINUTE',
    'Forms that the API accepts from one address a minute',
    whole(1, 1_000_000),
    10,
  ),
  requestsPerMinute: setting(
    'REQUESTS_PER_MINUTE',
    'Requests of any kind that the API accepts from one address a minute',
    whole(1, 10_000_000),
    6_000,
  ),
  retentionMonths: setting(
    'RETENTION_MONTHS',
    'Months after which the API removes submissions, and which `/privacy` names; 0 keeps them',
    whole(0, 1_200),
    12,
  ),
  rendersPerMinute: setting(
    'RENDERS_PER_MINUTE',
    'Pages that the shell renders for one address a minute; cached ones don’t count',
    whole(1, 10_000_000),
    600,
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    'Proxies whose `X-Forwarded-For` is believed: addresses, ranges or names, separated by commas',
    textThat(
      'a list of addresses, ranges (10.0.0.0/8) or the names loopback, linklocal, uniquelocal, separated by commas',
      isTrustedProxyList,
    ),
    undefined,
    { shown: 'API: loopback; shell: none' },
  ),
  chromium: setting('CHROMIUM_PATH', 'Browser of the tests and of the bench', TEXT, undefined, {
    shown: 'pinned; for the bench, found',
  }),
  mode: setting(
    'NODE_ENV',
    'With `development` the shell keeps no pages, and open ones reload; the tasks set it',
    TEXT,
    'production',
  ),
} as const;

/** A package's port. The API alone may leave the choice to the system, by 0. */
const portSetting = ({ folder, port: fallback, portVariable }: Package): Setting<number> =>
  setting(portVariable, `Port of ${folder}`, port(folder === api.folder ? 0 : 1), fallback);

/** A team's releases may lie below a path, as they do in a bucket. */
const originSetting = (upstream: Upstream) =>
  setting(
    upstream.originVariable,
    `Where the shell finds ${upstream.folder}`,
    'publicKeyVariable' in upstream
      ? kind(
          'an address like http://blog.example:3002 or https://releases.example/site/mfe-blog',
          parseAddress,
        )
      : origin('http://blog.example:3002'),
    undefined,
    { shown: `this machine, at \`${upstream.portVariable}\`` },
  );

const publicKeysSetting = ({ folder, publicKeyVariable }: Remote) =>
  setting(
    publicKeyVariable,
    `Public keys of which one has to have signed a release of ${folder}, separated by commas`,
    KEYS,
    undefined,
    { shown: 'set by `npm start`' },
  );

const publicKeyFileSetting = ({ publicKeyVariable }: Remote) =>
  setting(
    `${publicKeyVariable}_FILE`,
    `File with the keys, in place of \`${publicKeyVariable}\``,
    inFile(KEYS),
    undefined,
  );

/** Every setting, in the order of docs/settings.md. */
export const ALL_SETTINGS: readonly Setting<unknown>[] = [
  ...[shell, ...remoteList, api].map(portSetting),
  SETTINGS.host,
  ...[api, ...remoteList].map(originSetting),
  SETTINGS.siteUrl,
  ...remoteList.flatMap((remote) => [publicKeysSetting(remote), publicKeyFileSetting(remote)]),
  ...Object.values(SETTINGS).filter((each) => each !== SETTINGS.host && each !== SETTINGS.siteUrl),
];

/** Variables that unset all of them but the browser: tests set what they need, whatever a site here is configured with. */
export const NO_SETTINGS: Readonly<Record<string, undefined>> = Object.fromEntries(
  ALL_SETTINGS.filter((each) => each !== SETTINGS.chromium).map(({ name }) => [name, undefined]),
);

/** Port of a package. */
export const portOf = (pkg: Package, get: Get = getter(process.env)): number => get(portSetting(pkg));

/** Address at which an upstream is reached, without a slash at its end: its variable's, else this machine at its port. */
export const originOf = (upstream: Upstream, get: Get): string =>
  get(originSetting(upstream)) ?? `http://127.0.0.1:${String(portOf(upstream, get))}`;

/** Origin by which visitors know the site: its variable's, else this machine at the shell's port. */
export const siteUrlOf = (get: Get): string =>
  get(SETTINGS.siteUrl) ?? `http://localhost:${String(portOf(shell, get))}`;

/** A team's public keys: from its variable, else from the file that the variable with `_FILE` behind its name names. */
export function publicKeysOf(remote: Remote, { get, reject }: SettingsReader): readonly string[] {
  const [setting, inFile] = [publicKeysSetting(remote), publicKeyFileSetting(remote)];
  const keys = get(setting) ?? get(inFile);
  if (!keys) reject(`${setting.name} is not set; npm run keys -w ${remote.folder} prints it`);
  return keys ?? [];
}

/** A team's keys: one, or several with commas between them while one takes over from another. */
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

/** An address without query and fragment, and without a slash at its end; `undefined` when it is none. */
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

/** The same in a file. */
function inFile<Value>({ rule, parse }: Kind<Value>): Kind<Value> {
  return kind(`a file with ${rule}`, (file) => parse(readSecret(file) ?? ''));
}

/** Text of a file, as container engines hand secrets over; a last line end is not part of it. */
function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '') || undefined;
  } catch {
    return undefined;
  }
}
