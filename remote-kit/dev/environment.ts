import path from 'node:path';
import { dataFolder, keysFolder } from '@vidlunnia/settings/machine';

/** Environment of the parts during development; variables that are already set take precedence. */
export const developmentEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  LOG_LEVEL: 'warn',
  HOST: '127.0.0.1',
  RELEASE_POLL_MS: '50',
  // Every save makes a release.
  RELEASE_KEEP_MS: '600000',
  ...environment,
  NODE_ENV: 'development',
  // Data stored during development must not mix with the site that `npm start` runs.
  DATA_DIR: path.join(dataFolder(environment), 'development'),
  KEYS_DIR: keysFolder(environment),
});
