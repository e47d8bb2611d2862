import type { SettingsReader } from './read-settings';
import { SETTINGS } from './settings';

/** `DATABASE_URL`, with the password of `DATABASE_PASSWORD_FILE` where that is set; `undefined` when none is named. */
export function readDatabaseUrl({ get, reject }: SettingsReader): string | undefined {
  const address = get(SETTINGS.databaseUrl);
  const password = get(SETTINGS.databasePassword);
  if (password === undefined || address === undefined) {
    // Without an address the embedded database would be taken, and nobody who sets a password wants that.
    if (password !== undefined) reject('DATABASE_PASSWORD_FILE has to stand beside a DATABASE_URL');
    return address;
  }
  const url = new URL(address);
  // The setter leaves percent signs as they are.
  url.password = encodeURIComponent(password);
  return url.href;
}
