import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join, relative } from 'node:path';
import { codeOf, makeFolderOf } from '@vidlunnia/settings/machine';
import { lock } from 'proper-lockfile';

// Shortest `sun_path` of the systems that Node runs on is 104 bytes; longer paths are cut off or rejected.
const MAX_PATH_BYTES = 100;

/**
 * Where the process that holds a data folder listens: a Unix socket in the folder, a named pipe on Windows.
 * @throws Error when the folder's path is too long for a socket
 */
export function channelPath(dataDir: string): string {
  if (process.platform === 'win32') {
    return `\\\\?\\pipe\\vidlunnia-${createHash('sha256').update(dataDir).digest('hex').slice(0, 32)}`;
  }
  const path = join(dataDir, 'api.sock');
  const fitting = [path, relative(process.cwd(), path)].find(
    (each) => Buffer.byteLength(each) <= MAX_PATH_BYTES,
  );
  if (fitting === undefined) {
    throw new Error(
      `The path of ${dataDir} is too long for a socket in it; choose a shorter one with DATA_DIR`,
    );
  }
  return fitting;
}

/** Another process holds the data folder. */
export class FolderInUseError extends Error {
  constructor(readonly folder: string) {
    super(`${folder} is used by another process; stop it, or choose another folder with DATA_DIR`);
    this.name = 'FolderInUseError';
  }
}

/** A data folder that only this process may write to, until `release`. Its server handles other processes' requests. */
interface FolderClaim {
  readonly server: Server;
  readonly release: () => Promise<unknown>;
}

/**
 * Makes this process the only one that may open the embedded database in `dataDir`, which PGlite itself does not check
 * (electric-sql/pglite#1106). Its listening socket is both the lock and the local channel: the system closes it with the
 * process, however that ends, so a claim never outlives its holder and no process id can be confused with another's.
 * @throws FolderInUseError when another process listens there
 */
export async function claimFolder(dataDir: string): Promise<FolderClaim> {
  await makeFolderOf('DATA_DIR', dataDir, 0o700);
  const path = channelPath(dataDir);
  // Only for these few milliseconds: two processes must not both remove the same dead socket.
  const unlock = await lock(dataDir, {
    lockfilePath: join(dataDir, 'api.claim'),
    stale: 5_000,
    retries: { retries: 70, factor: 1, minTimeout: 100 },
  });
  try {
    if (await isListening(path)) throw new FolderInUseError(dataDir);
    if (process.platform !== 'win32') await rm(path, { force: true });
    const server = await listen(path);
    return {
      server,
      release: () => {
        const closed = once(server.close(), 'close');
        server.closeAllConnections();
        return closed;
      },
    };
  } finally {
    await unlock();
  }
}

async function isListening(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    // After other errors, such as a missing permission, a process may still be listening.
    if (['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'].includes(codeOf(error) ?? '')) return false;
    throw error;
  } finally {
    socket.destroy();
  }
}

async function listen(path: string): Promise<Server> {
  const server = createServer((_request, response) => response.writeHead(503).end());
  const listening = once(server, 'listening');
  const umask = process.umask(0o177);
  server.listen(path);
  process.umask(umask);
  await listening;
  server.unref();
  return server;
}
