import { mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { codeOf, messageOf } from './errors';
import { getter, SETTINGS, type Environment } from './settings';
import { api, type Remote } from './topology';

/** Folder of all data of the site: `DATA_DIR`, else `.data` in the repository's root. */
export const dataFolder = (root: string, environment: Environment): string =>
  path.resolve(root, getter(environment)(SETTINGS.dataDir) ?? '.data');

/** Folder of the site's live content: `CONTENT_DIR`, else one in `DATA_DIR`. */
export const contentFolder = (root: string, environment: Environment): string =>
  path.resolve(
    root,
    getter(environment)(SETTINGS.contentDir) ?? path.join(dataFolder(root, environment), 'content'),
  );

/** Files and folders that the owner edits, by their places in a version of the content. */
export const contentSources = (root: string) => ({
  '.': path.join(root, api.folder, 'content'),
  'owner.json': path.join(root, 'shared/content/owner.json'),
});

/** Folder that a team's origin serves: in `RELEASE_TARGET` if that is a folder, else in `DATA_DIR`. */
export function originFolder(root: string, remote: Pick<Remote, 'folder'>, environment: Environment): string {
  const place = getter(environment)(SETTINGS.releaseTarget);
  const origins =
    place?.kind === 'folder'
      ? path.resolve(root, place.folder)
      : path.join(dataFolder(root, environment), 'origins');
  return path.join(origins, remote.folder);
}

/** Folder of the private keys: `KEYS_DIR`, else one in the home directory, outside every working tree. */
export const keysFolder = (root: string, environment: Environment): string =>
  path.resolve(
    root,
    getter(environment)(SETTINGS.keysDir) ?? path.join(homeFolder(), '.config/vidlunnia/keys'),
  );

function homeFolder(): string {
  try {
    return homedir();
  } catch (cause) {
    // The system does not know this user, as in containers.
    throw new Error('This user has no home folder; name a folder for the keys with KEYS_DIR', { cause });
  }
}

/** Development only: has one text file for each part of the site that has a problem. */
export const problemsFolder = (root: string, environment: Environment): string =>
  path.join(dataFolder(root, environment), 'problems');

/**
 * Makes a folder and its parents. Node's own `recursive` loops for ever, at full load, where the system has no such
 * folder although its parent exists: `/proc/x`.
 */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = path.dirname(folder);
  if (parent !== folder) await makeFolder(parent, mode);
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!(await isFolder(folder))) throw error;
  }
}

/** Makes the folder that a variable names. Rejects, naming the variable, when it is not writable. */
export async function makeFolderOf(variable: string, folder: string, mode?: number): Promise<void> {
  try {
    await makeFolder(folder, mode);
    // Permissions do not suffice: a file system may be read-only, and root ignores permissions.
    await rmdir(await mkdtemp(path.join(folder, '.trial-')));
  } catch (cause) {
    throw new Error(
      `${variable}: nothing can be written to ${folder} (${codeOf(cause) ?? messageOf(cause)}); choose another folder with ${variable}`,
      { cause },
    );
  }
}

const isFolder = (file: string) =>
  stat(file).then(
    (found) => found.isDirectory(),
    () => false,
  );
