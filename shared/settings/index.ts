export { EnvironmentError, getter, readSettings, valueOf, type Environment } from './read-settings';
export {
  ALL_SETTINGS,
  NO_SETTINGS,
  originOf,
  parseAddress,
  parsePublicKeys,
  portOf,
  publicKeysOf,
  SETTINGS,
  siteUrlOf,
} from './settings';
export { readDatabaseUrl, readMail, readWebhook, type MailSettings, type WebhookSettings } from './services';
