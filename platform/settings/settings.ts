import { readFileSync } from 'node:fs';
import { isIP, isIPv6 } from 'node:net';
import { api, shell, type Package, type Remote, type Upstream } from './topology';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable's text; an empty variable counts as unset. */
export const valueOf = (name: string, environment: Environment): string | undefined =>
  environment[name] === '' ? undefined : environment[name];

/** The values that a setting may have. */
interface Kind<Value> {
  /** Describes the values that are allowed, for error messages. */
  readonly rule: string;
  /** Returns the text's value; `undefined` when the text breaks the rule. */
  readonly parse: (text: string) => Value | undefined;
  /** Whether messages must hide the text, because it may contain a password. */
  readonly secret?: boolean;
}

/** An environment variable and how its text is parsed. docs/settings.md describes it. */
export interface Setting<Value> extends Kind<Value> {
  readonly name: string;
  /** Its value when the variable is unset or empty. */
  readonly fallback: Value;
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

/** A setting whose value is the text itself. */
export const textThat = (rule: string, holds: (text: string) => boolean): Kind<string> => ({
  rule,
  parse: (text) => (holds(text) ? text : undefined),
});

/** The same for a text that messages must hide. */
export const secretThat = (rule: string, holds: (text: string) => boolean): Kind<string> => ({
  ...textThat(rule, holds),
  secret: true,
});

export const TEXT = textThat('a text', () => true);

/** `on` or `off`. */
export const SWITCH: Kind<boolean> = {
  rule: 'on or off',
  parse: (text) => (text === 'on' ? true : text === 'off' ? false : undefined),
};

export const whole = (
  min: number,
  max: number,
  rule = `a whole number from ${String(min)} to ${String(max)}`,
): Kind<number> => ({
  rule,
  parse: (text) =>
    /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined,
});

export const port = (lowest: 0 | 1): Kind<number> =>
  whole(lowest, 65_535, `a port, ${String(lowest)} to 65535`);

/** Texts of this form, separated by commas. */
export const listOf = (rule: string, entry: RegExp): Kind<string[]> => ({
  rule: `${rule}, separated by commas`,
  parse: (text) => {
    const entries = text.split(',').map((each) => each.trim());
    return entries.every((each) => entry.test(each)) ? entries : undefined;
  },
});

/** The same values in a file, for example from a container engine; its final line end does not count. */
export const inFile = <Value>(kind: Kind<Value>): Kind<Value> => ({
  ...kind,
  rule: `a file with ${kind.rule}`,
  parse: (file) => {
    try {
      return kind.parse(readFileSync(file, 'utf8').replace(/\r?\n$/, ''));
    } catch {
      return undefined;
    }
  },
});

export const setting = <Value, Fallback extends Value | undefined>(
  name: string,
  kind: Kind<Value>,
  fallback: Fallback,
): Setting<Value | Fallback> => ({ ...kind, name, fallback });

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const HOST = textThat('a name or an address of this machine, such as ::1', (text) =>
  URL.canParse(`http://${inUrl(text)}`),
);
const MILLISECONDS = whole(50, Number.MAX_SAFE_INTEGER, 'a number of milliseconds, 50 or more');
const TRUSTED_PROXIES = textThat(
  'a list of addresses, ranges (10.0.0.0/8) or the names loopback, linklocal, uniquelocal, separated by commas',
  (text) => text.split(',').every((entry) => isProxy(entry.trim())),
);
/** 32 bytes in base64url, as in RFC 8037, section 2. */
const KEYS = listOf(
  'one or more Ed25519 public keys, 43 characters of base64url each',
  /^[A-Za-z0-9_-]{43}$/,
);
const origin = (example: string): Kind<string> => ({ rule: `an origin like ${example}`, parse: parseOrigin });
const ADDRESS: Kind<string> = {
  rule: 'an address like http://blog.example:3002 or https://releases.example/site/mfe-blog',
  parse: parseAddress,
};
const RELEASE_TARGET: Kind<ReleaseTarget> = {
  rule: 'a folder, or s3://bucket/prefix',
  parse: parseReleaseTarget,
  secret: true,
};

/** The settings of every site, except those of single packages. */
export const SETTINGS = {
  host: setting('HOST', HOST, '127.0.0.1'),
  siteUrl: setting('SITE_URL', origin('https://vidlunnia.example'), undefined),
  metricsPort: setting('METRICS_PORT', port(1), undefined),
  dataDir: setting('DATA_DIR', TEXT, undefined),
  keysDir: setting('KEYS_DIR', TEXT, undefined),
  remotesFile: setting('REMOTES_FILE', TEXT, undefined),
  releaseTarget: setting('RELEASE_TARGET', RELEASE_TARGET, undefined),
  logLevel: setting(
    'LOG_LEVEL',
    textThat(`one of ${LOG_LEVELS.join(', ')}`, (text) => LOG_LEVELS.includes(text)),
    'info',
  ),
  releasePoll: setting('RELEASE_POLL_MS', MILLISECONDS, 500),
  releaseKeep: setting('RELEASE_KEEP_MS', MILLISECONDS, 86_400_000),
  pageFresh: setting('PAGE_FRESH_MS', MILLISECONDS, 5_000),
  // Rendering begins after it, and has limits of its own.
  islandData: setting('ISLAND_DATA_MS', whole(50, 2_000), 2_000),
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

/** The settings of the shell, its API and these remotes. */
export const packageSettings = (remotes: readonly Remote[]): readonly Setting<unknown>[] => [
  ...[shell, ...remotes, api].map(portSetting),
  ...[api, ...remotes].map(originSetting),
  ...remotes.flatMap((remote) => [publicKeysSetting(remote), publicKeyFileSetting(remote)]),
];

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

function isProxy(entry: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true;
  const [address = '', prefix, ...rest] = entry.split('/');
  if (isIP(address) === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (isIPv6(address) ? 128 : 32));
}
