import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';

// Shortest `sun_path` of the systems that Node runs on is 104 bytes; longer paths are cut off or rejected.
const LONGEST_PATH = 100;

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
    (each) => Buffer.byteLength(each) <= LONGEST_PATH,
  );
  if (fitting === undefined) {
    throw new Error(
      `The path of ${dataDir} is too long for a socket in it; choose a shorter one with DATA_DIR`,
    );
  }
  return fitting;
}
