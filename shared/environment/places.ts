import { homedir } from 'node:os';
import path from 'node:path';
import { valueOf, type Environment } from './environment';
import { repositoryRoot } from './repository';
import type { Remote } from './topology';

/** Folder of all that the site keeps: `DATA_DIR`, else `.data` in the repository. */
export const dataFolder = (environment: Environment): string =>
  path.resolve(repositoryRoot, valueOf('DATA_DIR', environment) ?? '.data');

/** Folder that a team's origin serves. */
export const originFolder = (remote: Remote, environment: Environment): string =>
  path.join(dataFolder(environment), 'origins', remote.folder);

/** Folder of the private keys: `KEYS_DIR`, else one in the home directory, outside every working tree. */
export const keysFolder = (environment: Environment): string =>
  path.resolve(
    repositoryRoot,
    valueOf('KEYS_DIR', environment) ?? path.join(homedir(), '.config/vidlunnia/keys'),
  );
