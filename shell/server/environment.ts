import path from 'node:path';
import { isTrustedProxyList, TRUSTED_PROXIES_RULE } from '@vidlunnia/shared/contracts/trusted-proxies';
import {
  EnvironmentError,
  originOf,
  portOf,
  type Environment as Variables,
} from '@vidlunnia/shared/environment';
import { api, remotes, shell, type Remote } from '@vidlunnia/shared/topology';
import { publicKeysOf } from './public-keys';
import type { Team, Teams } from './releases/team';

export interface Environment {
  readonly port: number;
  /** Address to listen on. */
  readonly host: string;
  /** Origin by which visitors know the site: it stands in canonical addresses, link previews and feeds. */
  readonly siteUrl: string;
  readonly apiOrigin: string;
  readonly teams: Teams;
  /** Milliseconds between looks at the teams' pointers. */
  readonly pollInterval: number;
  /** Milliseconds for which the files of a release stay after it was live. */
  readonly keepFor: number;
  /** Milliseconds for which a page is sent without being made anew. */
  readonly pageFreshFor: number;
  /** Proxies whose `X-Forwarded-For` is believed: names and addresses, separated by commas; nobody's when `null`. */
  readonly trustProxy: string | null;
  readonly logLevel: string;
  /** Whether somebody works on the site: pages are not kept, and reload themselves. */
  readonly development: boolean;
  /** Folder of what the shell keeps: copies of releases. */
  readonly dataDir: string;
}

const DAY = 86_400_000;
const LOOPBACK = '127.0.0.1';
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads and checks the environment. Throws one error that names every wrong variable. */
export function readEnvironment(variables: Variables): Environment {
  const problems: string[] = [];
  const check = <Value>(read: () => Value, otherwise: Value): Value => {
    try {
      return read();
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
      return otherwise;
    }
  };
  const team = (remote: Remote): Team => ({
    remote,
    origin: check(() => originOf(remote, variables), ''),
    publicKeys: check(() => publicKeysOf(remote, variables), []),
  });
  const dataDir = variables['DATA_DIR'];
  const port = check(() => portOf(shell, variables), 0);
  const environment: Environment = {
    port,
    // An empty host would make Node listen on every address of the machine.
    host: variables['HOST'] === '' ? LOOPBACK : (variables['HOST'] ?? LOOPBACK),
    siteUrl: check(() => siteUrl(variables['SITE_URL'], `http://localhost:${String(port)}`), ''),
    apiOrigin: check(() => originOf(api, variables), ''),
    teams: { home: team(remotes.home), blog: team(remotes.blog), forms: team(remotes.forms) },
    pollInterval: check(() => milliseconds('RELEASE_POLL_MS', variables['RELEASE_POLL_MS'], 500), 0),
    keepFor: check(() => milliseconds('RELEASE_KEEP_MS', variables['RELEASE_KEEP_MS'], DAY), 0),
    pageFreshFor: check(() => milliseconds('PAGE_FRESH_MS', variables['PAGE_FRESH_MS'], 5_000), 0),
    dataDir: path.resolve(dataDir === undefined || dataDir === '' ? '.data' : dataDir, 'shell'),
    trustProxy: check(() => trustProxy(variables['TRUST_PROXY']), null),
    development: variables['NODE_ENV'] === 'development',
    logLevel: check(() => logLevel(variables['LOG_LEVEL']), 'info'),
  };
  if (problems.length > 0) throw new EnvironmentError(problems);
  return environment;
}

function siteUrl(value: string | undefined, otherwise: string): string {
  if (value === undefined || value === '') return otherwise;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
    throw new Error(`SITE_URL is “${value}”; it has to be an origin like https://vidlunnia.example`);
  }
  return url.origin;
}

function milliseconds(name: string, value: string | undefined, otherwise: number): number {
  if (value === undefined || value === '') return otherwise;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 50) {
    throw new Error(`${name} is “${value}”; it has to be a number of milliseconds, 50 or more`);
  }
  return number;
}

function trustProxy(value: string | undefined): string | null {
  if (value === undefined || value === '') return null;
  if (!isTrustedProxyList(value)) throw new Error(`TRUST_PROXY is “${value}”; it ${TRUSTED_PROXIES_RULE}`);
  return value;
}

function logLevel(value: string | undefined): string {
  if (value === undefined || value === '') return 'info';
  if (!LOG_LEVELS.includes(value)) {
    throw new Error(`LOG_LEVEL is “${value}”; it has to be one of ${LOG_LEVELS.join(', ')}`);
  }
  return value;
}
