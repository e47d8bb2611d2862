import { join, resolve } from 'node:path';
import { isTrustedProxyList, TRUSTED_PROXIES_RULE } from '@vidlunnia/shared/contracts/trusted-proxies';
import { readDatabaseUrl } from './database-url';
import { packageRoot } from './package-root';
import { VariableReader } from './variable-reader';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** What the API takes from its environment. */
export interface Environment {
  /** 0 lets the system choose. */
  readonly port: number;
  readonly host: string;
  /** PostgreSQL to use; without it an embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly logLevel: string;
  /** Proxies whose `X-Forwarded-For` is believed: names and addresses, separated by commas. */
  readonly trustProxy: string;
  /** Submissions accepted from one address a minute. */
  readonly submissionsPerMinute: number;
  /** Requests of any kind accepted from one address a minute. */
  readonly requestsPerMinute: number;
}

/** @throws EnvironmentError naming every wrong variable */
export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const reader = new VariableReader(variables);
  const environment: Environment = {
    port: reader.integer('API_PORT', 4000, 0, 65535),
    host: reader.text('HOST') ?? '127.0.0.1',
    databaseUrl: readDatabaseUrl(reader),
    dataDir: resolve(reader.text('DATA_DIR') ?? join(packageRoot, '..', '.data')),
    logLevel: reader.checked(
      'LOG_LEVEL',
      'info',
      (level) => LOG_LEVELS.includes(level),
      `must be one of ${LOG_LEVELS.join(', ')}`,
    ),
    trustProxy: reader.checked('TRUST_PROXY', 'loopback', isTrustedProxyList, TRUSTED_PROXIES_RULE),
    submissionsPerMinute: reader.integer('SUBMISSIONS_PER_MINUTE', 10, 1, 1_000_000),
    requestsPerMinute: reader.integer('REQUESTS_PER_MINUTE', 6000, 1, 10_000_000),
  };
  reader.finish();
  return environment;
}
