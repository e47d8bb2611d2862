import { readFileSync } from 'node:fs';
import { getter, type Get, type Setting, type SettingsReader } from './read-settings';
import { parseReleasePlace, RELEASE_PLACE_RULE, type ReleasePlace } from './release-place';
import { api, remoteList, shell, type Package, type Remote, type Upstream } from './topology';
import { isTrustedProxyList } from './trusted-proxies';

const DAY = 86_400_000;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const FILE_RULE = 'the name of a file that can be read and is not empty';
const KEYS_RULE = 'one or more Ed25519 public keys, 43 characters of base64url each, separated by commas';
const WEBHOOK_SECRET_RULE = 'whsec_ with 24 to 64 bytes in base64 behind it';
const MAILBOX = /^(?:[^<>,\r\n]*<)?[^\s<>,@]+@[^\s<>,@]+>?$/;
/** 32 bytes in base64url, as in RFC 8037, section 2. */
const PUBLIC_KEY = /^[A-Za-z0-9_-]{43}$/;

type Facts = Pick<Setting<unknown>, 'name' | 'meaning'> &
  Partial<Pick<Setting<unknown>, 'shownDefault' | 'secret'>>;

const setting = <Value>(
  { shownDefault, secret = false, ...facts }: Facts,
  fallback: Value,
  rule: string,
  parse: (text: string) => Value | undefined,
): Setting<Value> => ({
  ...facts,
  ...{ fallback, rule, parse, secret },
  shownDefault: shownDefault ?? (fallback === undefined ? 'none' : String(fallback)),
});

const text = <Fallback extends string | undefined>(facts: Facts, fallback: Fallback) =>
  setting<string | Fallback>(facts, fallback, 'a text', (value) => value);

const whole = (facts: Facts, fallback: number, min: number, max: number, rule: string) =>
  setting(facts, fallback, rule, (value) =>
    /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max ? Number(value) : undefined,
  );

const milliseconds = (facts: Facts, fallback: number) =>
  whole(facts, fallback, 50, Number.MAX_SAFE_INTEGER, 'a number of milliseconds, 50 or more');

const perMinute = (facts: Facts, fallback: number, max: number) =>
  whole(facts, fallback, 1, max, `a whole number from 1 to ${String(max)}`);

const origin = (facts: Facts, example: string) =>
  setting<string | undefined>(facts, undefined, `an origin like ${example}`, parseOrigin);

const operatorPort = (name: string, server: string) =>
  setting<number | undefined>(
    { name, meaning: `Operator’s port, on which ${server} serves \`/metrics\`; without it there are none` },
    undefined,
    'a port, 1 to 65535',
    (value) =>
      /^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535 ? Number(value) : undefined,
  );

/** Every setting but those of single packages. */
export const SETTINGS = {
  host: text({ name: 'HOST', meaning: 'Address on which every package listens' }, '127.0.0.1'),
  siteUrl: origin(
    {
      name: 'SITE_URL',
      meaning:
        'Origin by which visitors know the site: for canonical addresses, link previews and feeds; the release commands ask there what is live',
      shownDefault: 'http://localhost, at `PORT`',
    },
    'https://vidlunnia.example',
  ),
  metricsPort: operatorPort('METRICS_PORT', 'the shell'),
  apiMetricsPort: operatorPort('API_METRICS_PORT', 'the API'),
  databaseUrl: setting<string | undefined>(
    {
      name: 'DATABASE_URL',
      meaning: 'PostgreSQL; without it the embedded PGlite keeps its files in `DATA_DIR`',
      secret: true,
    },
    undefined,
    'a URL that begins with postgres:// or postgresql://',
    (value) => (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value) ? value : undefined),
  ),
  databasePassword: setting<string | undefined>(
    {
      name: 'DATABASE_PASSWORD_FILE',
      meaning: 'File with the password for `DATABASE_URL`',
      secret: true,
    },
    undefined,
    FILE_RULE,
    readSecret,
  ),
  smtpUrl: setting<string | undefined>(
    {
      name: 'SMTP_URL',
      meaning:
        'Mail server, like `smtps://user@mail.example:465`, or `smtp://` with STARTTLS; without it no mail is sent',
      secret: true,
    },
    undefined,
    'a URL that begins with smtp:// or smtps://',
    (value) => (/^smtps?:\/\/[^/]/.test(value) && URL.canParse(value) ? value : undefined),
  ),
  smtpPassword: setting<string | undefined>(
    { name: 'SMTP_PASSWORD_FILE', meaning: 'File with the password for `SMTP_URL`', secret: true },
    undefined,
    FILE_RULE,
    readSecret,
  ),
  mailFrom: setting<string | undefined>(
    { name: 'MAIL_FROM', meaning: 'Sender of mails, like `Відлуння <hello@vidlunnia.example>`' },
    undefined,
    'a mail address, or a name with a mail address in angle brackets',
    (value) => (MAILBOX.test(value) ? value : undefined),
  ),
  mailTo: setting<readonly string[]>(
    {
      name: 'MAIL_TO',
      meaning: 'Staff who get every submission by mail: addresses, separated by commas',
      shownDefault: 'none',
    },
    [],
    'mail addresses, separated by commas',
    (value) => {
      const addresses = value.split(',').map((address) => address.trim());
      return addresses.every((address) => MAILBOX.test(address)) ? addresses : undefined;
    },
  ),
  mailConfirmation: setting(
    {
      name: 'MAIL_CONFIRMATION',
      meaning: 'With `on` visitors get a mail that their submission has arrived',
      shownDefault: 'off',
    },
    false,
    'on or off',
    (value) => (value === 'on' || value === 'off' ? value === 'on' : undefined),
  ),
  webhookUrl: setting<string | undefined>(
    {
      name: 'WEBHOOK_URL',
      meaning: 'Receiver of every submission, as a [Standard Webhook](https://www.standardwebhooks.com)',
      secret: true,
    },
    undefined,
    'an address that begins with http:// or https://',
    (value) => (/^https?:\/\/[^/]/.test(value) && URL.canParse(value) ? value : undefined),
  ),
  webhookSecret: setting<string | undefined>(
    { name: 'WEBHOOK_SECRET', meaning: 'Key that signs webhooks: `whsec_…`', secret: true },
    undefined,
    WEBHOOK_SECRET_RULE,
    parseWebhookSecret,
  ),
  webhookSecretFile: setting<string | undefined>(
    {
      name: 'WEBHOOK_SECRET_FILE',
      meaning: 'File with the key, in place of `WEBHOOK_SECRET`',
      secret: true,
    },
    undefined,
    `the name of a file with ${WEBHOOK_SECRET_RULE}`,
    (file) => parseWebhookSecret(readSecret(file) ?? ''),
  ),
  dataDir: text(
    {
      name: 'DATA_DIR',
      meaning:
        'Folder of the embedded database, the teams’ published releases and the shell’s copies of them',
      shownDefault: '.data',
    },
    undefined,
  ),
  keysDir: text(
    {
      name: 'KEYS_DIR',
      meaning: 'Folder of the teams’ private keys',
      shownDefault: '~/.config/vidlunnia/keys',
    },
    undefined,
  ),
  remotesFile: text(
    {
      name: 'REMOTES_FILE',
      meaning:
        'Signed list of remotes with their origins, keys and zones, which the shell follows as it changes; its signature stands beside it, in a file with `.sig` behind its name',
      shownDefault: 'none',
    },
    undefined,
  ),
  remotesPublicKeys: setting<readonly string[] | undefined>(
    {
      name: 'REMOTES_PUBLIC_KEY',
      meaning: 'Public keys of which one has to have signed `REMOTES_FILE`, separated by commas',
    },
    undefined,
    KEYS_RULE,
    parsePublicKeys,
  ),
  releaseTarget: setting<ReleasePlace | undefined>(
    {
      name: 'RELEASE_TARGET',
      meaning:
        'Where the release commands publish: a folder, `s3://bucket/prefix` or `https://host/path`; each team has its own folder there',
      shownDefault: '`origins` in `DATA_DIR`',
      secret: true,
    },
    undefined,
    RELEASE_PLACE_RULE,
    parseReleasePlace,
  ),
  releaseToken: setting<string | undefined>(
    {
      name: 'RELEASE_TOKEN',
      meaning: 'Bearer token for a `RELEASE_TARGET` at `https://…`',
      secret: true,
    },
    undefined,
    'a token of visible ASCII characters',
    (value) => (/^[\x21-\x7e]+$/.test(value) ? value : undefined),
  ),
  logLevel: setting(
    {
      name: 'LOG_LEVEL',
      meaning: '`silent`, `fatal`, `error`, `warn`, `info`, `debug` or `trace`',
      shownDefault: 'info; warn under `npm start`',
    },
    'info',
    `one of ${LOG_LEVELS.join(', ')}`,
    (value) => (LOG_LEVELS.includes(value) ? value : undefined),
  ),
  releasePoll: milliseconds(
    { name: 'RELEASE_POLL_MS', meaning: 'Milliseconds between the shell’s polls of the teams’ pointers' },
    500,
  ),
  releaseKeep: milliseconds(
    { name: 'RELEASE_KEEP_MS', meaning: 'Milliseconds for which a release’s files stay after it was live' },
    DAY,
  ),
  pageFresh: milliseconds(
    {
      name: 'PAGE_FRESH_MS',
      meaning: 'Milliseconds for which the shell sends a page before it renders it again',
    },
    5_000,
  ),
  submissionsPerMinute: perMinute(
    { name: 'SUBMISSIONS_PER_MINUTE', meaning: 'Forms that the API accepts from one address a minute' },
    10,
    1_000_000,
  ),
  requestsPerMinute: perMinute(
    {
      name: 'REQUESTS_PER_MINUTE',
      meaning: 'Requests of any kind that the API accepts from one address a minute',
    },
    6_000,
    10_000_000,
  ),
  retentionMonths: whole(
    {
      name: 'RETENTION_MONTHS',
      meaning: 'Months after which the API removes submissions, and which `/privacy` names; 0 keeps them',
    },
    12,
    0,
    1_200,
    'a whole number from 0 to 1200',
  ),
  rendersPerMinute: perMinute(
    {
      name: 'RENDERS_PER_MINUTE',
      meaning: 'Pages that the shell renders for one address a minute; cached ones don’t count',
    },
    600,
    10_000_000,
  ),
  trustProxy: setting<string | undefined>(
    {
      name: 'TRUST_PROXY',
      meaning: 'Proxies whose `X-Forwarded-For` is believed: addresses, ranges or names, separated by commas',
      shownDefault: 'API: loopback; shell: none',
    },
    undefined,
    'a list of addresses, ranges (10.0.0.0/8) or the names loopback, linklocal, uniquelocal, separated by commas',
    (value) => (isTrustedProxyList(value) ? value : undefined),
  ),
  chromium: text(
    {
      name: 'CHROMIUM_PATH',
      meaning: 'Browser of the tests and of the bench',
      shownDefault: 'pinned; for the bench, found',
    },
    undefined,
  ),
  mode: text(
    {
      name: 'NODE_ENV',
      meaning: 'With `development` the shell keeps no pages, and open ones reload; the tasks set it',
    },
    'production',
  ),
} as const;

/** A package's port. The API alone may leave the choice to the system, by 0. */
const portSetting = ({ folder, port, portVariable }: Package): Setting<number> => {
  const lowest = folder === api.folder ? 0 : 1;
  const facts = { name: portVariable, meaning: `Port of ${folder}` };
  return whole(facts, port, lowest, 65_535, `a port, ${String(lowest)} to 65535`);
};

/** A team's releases may lie below a path, as they do in a bucket. */
const originSetting = (upstream: Upstream) => {
  const { folder, originVariable, portVariable } = upstream;
  const facts = {
    name: originVariable,
    meaning: `Where the shell finds ${folder}`,
    shownDefault: `this machine, at \`${portVariable}\``,
  };
  return 'publicKeyVariable' in upstream
    ? setting<string | undefined>(
        facts,
        undefined,
        'an address like http://blog.example:3002 or https://releases.example/site/mfe-blog',
        parseAddress,
      )
    : origin(facts, 'http://blog.example:3002');
};

const publicKeysSetting = ({ folder, publicKeyVariable }: Remote) =>
  setting<readonly string[] | undefined>(
    {
      name: publicKeyVariable,
      meaning: `Public keys of which one has to have signed a release of ${folder}, separated by commas`,
      shownDefault: 'set by `npm start`',
    },
    undefined,
    KEYS_RULE,
    parsePublicKeys,
  );

const publicKeyFileSetting = ({ publicKeyVariable }: Remote) =>
  setting<readonly string[] | undefined>(
    {
      name: `${publicKeyVariable}_FILE`,
      meaning: `File with the keys, in place of \`${publicKeyVariable}\``,
    },
    undefined,
    `a file with ${KEYS_RULE}`,
    (file) => parsePublicKeys(readSecret(file) ?? ''),
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
  const keys = value.split(',').map((key) => key.trim());
  return keys.every((key) => PUBLIC_KEY.test(key)) ? keys : undefined;
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
  const url = URL.canParse(value) ? new URL(value) : null;
  return url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/` ? url.origin : undefined;
}

/** Text of a file, as container engines hand secrets over; a last line end is not part of it. */
function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '') || undefined;
  } catch {
    return undefined;
  }
}
