import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { homedir } from 'node:os';
import path from 'node:path';
import { getter, SETTINGS, type Environment } from './settings';
import type { Remote } from './topology';

/** Root of the repository around a folder: the nearest one in which our packages are installed, else the folder itself. */
export function repositoryRoot(start = process.cwd()): string {
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, 'node_modules/@vidlunnia'))) return folder;
    if (folder === path.dirname(folder)) return start;
  }
}

/** Loads the settings in the repository's `.env`; variables that are set win. */
export function loadSettings(): void {
  const file = fromRoot('.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

const fromRoot = (...parts: readonly string[]) => path.resolve(repositoryRoot(), ...parts);

/** Folder of all data of the site: `DATA_DIR`, else `.data` in the repository's root. */
export const dataFolder = (environment: Environment): string =>
  fromRoot(getter(environment)(SETTINGS.dataDir) ?? '.data');

/** Folder that a team's origin serves: in `RELEASE_TARGET` if that is a folder, else in `DATA_DIR`. */
export function originFolder({ folder }: Pick<Remote, 'folder'>, environment: Environment): string {
  const target = getter(environment)(SETTINGS.releaseTarget);
  return target?.kind === 'folder'
    ? fromRoot(target.folder, folder)
    : path.join(dataFolder(environment), 'origins', folder);
}

/** Folder of the private keys: `KEYS_DIR`, else one in the home directory, outside every working tree. */
export const keysFolder = (environment: Environment): string =>
  fromRoot(getter(environment)(SETTINGS.keysDir) ?? path.join(homeFolder(), '.config/vidlunnia/keys'));

function homeFolder(): string {
  try {
    return homedir();
  } catch (cause) {
    // The system does not know this user, for example in a container.
    throw new Error('This user has no home folder; name a folder for the keys with KEYS_DIR', { cause });
  }
}

/**
 * Creates a folder and its parents. Node's own `recursive` loops for ever at full load if the system refuses a folder
 * whose parent exists, for example `/proc/x`.
 */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = path.dirname(folder);
  if (parent !== folder) await makeFolder(parent, mode);
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    // Another process may have created the folder.
    if (!(await isFolder(folder))) throw error;
  }
}

/** Creates the folder that a variable names. Rejects with the variable's name when the folder is not writable. */
export async function makeFolderOf(variable: string, folder: string, mode?: number): Promise<void> {
  try {
    await makeFolder(folder, mode);
    // Permissions do not suffice, because a file system may be read-only, and root ignores them.
    await rmdir(await mkdtemp(path.join(folder, '.trial-')));
  } catch (cause) {
    throw new Error(
      `${variable}: nothing can be written to ${folder} (${codeOf(cause) ?? messageOf(cause)}); choose another folder with ${variable}`,
      { cause },
    );
  }
}

/**
 * Replaces a file atomically and durably: readers never see a part of it. A failure leaves no draft, because a full disk
 * would keep one for each attempt. `draft` is on the same file system.
 */
export async function replaceFile(
  file: string,
  data: string | Uint8Array,
  draft = `${file}.${randomUUID()}`,
): Promise<void> {
  try {
    // Stryker disable next-line ObjectLiteral,BooleanLiteral: only a power cut shows that a flush is missing.
    await writeFile(draft, data, { flush: true });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

const isFolder = (file: string) =>
  stat(file).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Free ports of this machine, all different. */
export async function findFreePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => listen(0)));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map(close));
  return ports;
}

export const freePort = async (): Promise<number> => (await findFreePorts(1))[0] ?? 0;

/** Why no server can listen there, as the system's code; `null` if one can. */
export const listenProblem = (port: number, host: string): Promise<string | null> =>
  listen(port, host)
    .then(close)
    .then(
      () => null,
      (error: unknown) => codeOf(error) ?? messageOf(error),
    );

async function listen(port: number, host = SETTINGS.host.fallback): Promise<Server> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  return server;
}

async function close(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}

// Errors are recognised by their shape, because errors in tests come from another realm.

/** The message of an error. */
export const messageOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);

/** The system's code of an error, such as `ENOENT`. */
export const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/** The failure of a server's start in words if its port is in use: `variable` names the setting. Other errors stay. */
export const portError = (error: unknown, variable: string): unknown =>
  codeOf(error) === 'EADDRINUSE' && error instanceof Error && 'port' in error
    ? new Error(
        `Port ${String(error.port)} is in use; stop that program, or choose another port with ${variable}`,
      )
    : error;

/** Why a request got no response: the system's code, else the message. */
export function reasonOf(error: unknown): string {
  const cause = typeof error === 'object' && error !== null && 'cause' in error ? error.cause : undefined;
  return codeOf(cause) ?? messageOf(error);
}
