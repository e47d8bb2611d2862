import { API_SETTINGS } from '@vidlunnia/api/src/config/settings';
import { CONTENT_SETTINGS } from '@vidlunnia/content/settings';
import { REMOTE_NAMES } from '@vidlunnia/contracts';
import { packageSettings, SETTINGS, type Setting } from '@vidlunnia/settings';
import { remotesNamed } from '@vidlunnia/settings/topology';

/** Every setting, in the order of docs/settings.md. */
export const ALL_SETTINGS: readonly Setting<unknown>[] = [
  ...packageSettings(remotesNamed(REMOTE_NAMES)),
  ...Object.values(SETTINGS),
  ...Object.values(CONTENT_SETTINGS),
  ...Object.values(API_SETTINGS),
];

/** Unsets all variables except the browser's, so that tests do not depend on a local configuration. */
export const NO_SETTINGS: Readonly<Record<string, undefined>> = Object.fromEntries(
  ALL_SETTINGS.filter((each) => each !== SETTINGS.chromium).map(({ name }) => [name, undefined]),
);
