export { EnvironmentError, readSettings } from './read-settings';
export { originOf, portOf, publicKeysOf, SETTINGS, siteUrlOf } from './settings';
export { readDatabaseUrl, readMail, readWebhook, type MailSettings, type WebhookSettings } from './services';
