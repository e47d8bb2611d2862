import { mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, messageOf } from './errors';

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
