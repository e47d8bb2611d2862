import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { CONTENT_SETTINGS } from '@vidlunnia/content/settings';
import { portOf, readSettings, SETTINGS } from '@vidlunnia/settings';
import { dataFolder, repositoryRoot } from '@vidlunnia/settings/machine';
import { api } from '@vidlunnia/settings/topology';
import { contentFolder } from './package-root';
import {
  API_SETTINGS,
  readDatabaseUrl,
  readMail,
  readWebhook,
  type MailSettings,
  type WebhookSettings,
} from './settings';

/** The API's configuration. */
export interface Environment {
  /** 0 lets the system choose. */
  readonly port: number;
  readonly host: string;
  /** Operator's port for `/metrics`; disabled when `undefined`. */
  readonly metricsPort: number | undefined;
  /** PostgreSQL to use; by default an embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  /** Folder of the content, with or without versions. */
  readonly contentDir: string;
  /** Not sent when `undefined`. */
  readonly mail: MailSettings | undefined;
  readonly webhook: WebhookSettings | undefined;
  /** Drafts and posts to come are shown; in development only. */
  readonly drafts: boolean;
  readonly logLevel: string;
  /** Proxies whose `X-Forwarded-For` is trusted: names and addresses, separated by commas. */
  readonly trustProxy: string;
  /** Months after which submissions are removed; 0 keeps them. */
  readonly retentionMonths: number;
  /** Submissions accepted from one address per minute. */
  readonly submissionsPerMinute: number;
  /** Requests of any kind accepted from one address per minute. */
  readonly requestsPerMinute: number;
}

/** Throws an EnvironmentError that names every wrong variable. */
export const readEnvironment = (variables: NodeJS.ProcessEnv): Environment =>
  readSettings(variables, (reader) => {
    const { get } = reader;
    const host = get(SETTINGS.host);
    return {
      port: portOf(api, get),
      host,
      metricsPort: get(API_SETTINGS.metricsPort),
      databaseUrl: readDatabaseUrl(reader),
      mail: readMail(reader),
      webhook: readWebhook(reader),
      dataDir: dataFolder(variables),
      contentDir: resolve(repositoryRoot(), get(CONTENT_SETTINGS.contentDir) ?? contentFolder),
      drafts: get(SETTINGS.mode) === 'development',
      logLevel: get(SETTINGS.logLevel),
      // The shell of this machine connects from the address on which both listen.
      trustProxy: get(SETTINGS.trustProxy) ?? ['loopback', ...(isIP(host) ? [host] : [])].join(),
      retentionMonths: get(CONTENT_SETTINGS.retentionMonths),
      submissionsPerMinute: get(API_SETTINGS.submissionsPerMinute),
      requestsPerMinute: get(API_SETTINGS.requestsPerMinute),
    };
  });
