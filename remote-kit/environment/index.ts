export { readDatabaseUrl } from './database-url';
export { readMail, readWebhook, type MailSettings, type WebhookSettings } from './delivery';
export { EnvironmentError, readSettings } from './read-settings';
export { originOf, portOf, publicKeysOf, SETTINGS, siteUrlOf } from './settings';
