import path from 'node:path';
import { dataFolder, keysFolder } from '../environment/places';

/** What parts at work run with; what is set in the shell goes first. */
export const developmentEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  LOG_LEVEL: 'warn',
  HOST: '127.0.0.1',
  RELEASE_POLL_MS: '50',
  // There is a release of every save.
  RELEASE_KEEP_MS: '600000',
  ...environment,
  NODE_ENV: 'development',
  // What is stored while somebody works is not for the site that `npm start` runs.
  DATA_DIR: path.join(dataFolder(environment), 'development'),
  KEYS_DIR: keysFolder(environment),
});
