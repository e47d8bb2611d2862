export { readDatabaseUrl } from './database-url';
export { EnvironmentError, readSettings } from './read-settings';
export { originOf, portOf, publicKeysOf, SETTINGS, siteUrlOf } from './settings';
