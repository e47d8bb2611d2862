import { ORIGIN_FILES } from '@vidlunnia/contracts/release';
import { HISTORY_FILE } from './history';

/** What a new release changes; every other file of a release never does. */
const CHANGING: readonly string[] = [ORIGIN_FILES.pointer, HISTORY_FILE];

/** `Cache-Control` of a file at an origin. */
export const cacheControlOf = (name: string): string =>
  CHANGING.includes(name) || name.startsWith('.') ? 'no-store' : 'public, max-age=31536000, immutable';
