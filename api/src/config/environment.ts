import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { CONTENT_SETTINGS } from '@vidlunnia/content/settings';
import { portOf, readSettings, SETTINGS } from '@vidlunnia/settings';
import { dataFolder, repositoryRoot } from '@vidlunnia/settings/machine';
import { api } from '@vidlunnia/settings/topology';
import { contentFolder } from '../package-root';
import { API_SETTINGS, readDatabaseUrl, readMail, readTelegram, readWebhook } from './settings';

/** The API's configuration. Mails, the webhook, Telegram and metrics are off when `undefined`. */
export type Environment = ReturnType<typeof readEnvironment>;

/** Throws an EnvironmentError that names every wrong variable. */
export const readEnvironment = (variables: NodeJS.ProcessEnv) =>
  readSettings(variables, (reader) => {
    const { get } = reader;
    const host = get(SETTINGS.host);
    return {
      /** 0 lets the system choose. */
      port: portOf(api, get),
      host,
      /** Operator's port for `/metrics`. */
      metricsPort: get(API_SETTINGS.metricsPort),
      /** PostgreSQL to use; by default an embedded database in `dataDir`. */
      databaseUrl: readDatabaseUrl(reader),
      dataDir: dataFolder(variables),
      mail: readMail(reader),
      webhook: readWebhook(reader),
      telegram: readTelegram(reader),
      /** The staff's inbox. With a token, people enter it; without one, the inbox gives links that work once. */
      inbox: {
        port: get(API_SETTINGS.inboxPort),
        host: get(API_SETTINGS.inboxHost),
        token: get(API_SETTINGS.inboxToken),
      },
      /** Folder of the content, with or without versions. */
      contentDir: resolve(repositoryRoot(), get(CONTENT_SETTINGS.contentDir) ?? contentFolder),
      /** Drafts and posts to come are shown; in development only. */
      drafts: get(SETTINGS.mode) === 'development',
      logLevel: get(SETTINGS.logLevel),
      /**
       * Proxies whose `X-Forwarded-For` is trusted: names and addresses, separated by commas. The shell of this machine
       * connects from the address on which both listen.
       */
      trustProxy: get(SETTINGS.trustProxy) ?? ['loopback', ...(isIP(host) ? [host] : [])].join(),
      /** Months after which submissions are removed; 0 keeps them. */
      retentionMonths: get(CONTENT_SETTINGS.retentionMonths),
      /** Submissions accepted from one address per minute. */
      submissionsPerMinute: get(API_SETTINGS.submissionsPerMinute),
      /** Requests of any kind accepted from one address per minute. */
      requestsPerMinute: get(API_SETTINGS.requestsPerMinute),
    };
  });
