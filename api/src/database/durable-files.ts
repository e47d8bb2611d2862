import { fdatasyncSync, fsyncSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Options = Parameters<NodeFS['init']>[1];

/** The used part of Emscripten's NODEFS (`libnodefs.js`), which its types do not declare. */
interface NodeFiles {
  readonly stream_ops: {
    fsync?: (stream: { readonly nfd: number; readonly node: { readonly mode: number } }) => number;
  };
  /** Converts an error of Node into the error number that PostgreSQL reads. */
  readonly tryFSOperation: <T>(operation: () => T) => T;
}

const TYPE = 0o170_000;
const FOLDER = 0o040_000;

// PostgreSQL logs about a dozen lines at its start; later lines could quote visitors' input.
const MAX_LINES = 50;

/**
 * PGlite's files in a folder, with an fsync that reaches the disk: Emscripten's NODEFS has none, so PostgreSQL's fsync
 * would do nothing and report success (electric-sql/pglite#1107).
 */
export class DurableFiles extends NodeFS {
  /** Called with the reason when PostgreSQL has panicked, before anything else runs. */
  onPanic: ((reason: string) => void) | undefined;

  /** @param log gets PostgreSQL's log: only there is the reason of a failed start */
  constructor(
    folder: string,
    readonly log: string[],
  ) {
    super(folder);
  }

  override async init(client: PGlite, options: Options): ReturnType<NodeFS['init']> {
    const mounted = await super.init(client, options);
    const { preRun = [] } = mounted.emscriptenOpts;
    return {
      emscriptenOpts: {
        ...mounted.emscriptenOpts,
        printErr: (line: string) => {
          const [, reason] = /\bPANIC: +(.*)/.exec(line) ?? [];
          if (reason !== undefined) this.onPanic?.(reason);
          if (this.log.length < MAX_LINES) this.log.push(line);
        },
        preRun: [
          ...preRun,
          (module) => {
            giveFsync(module.NODEFS as NodeFiles);
          },
        ],
      },
    };
  }
}

function giveFsync(files: NodeFiles): void {
  files.stream_ops.fsync = ({ nfd, node }) => {
    files.tryFSOperation(() => {
      // For a file, only the data needed to read it again, which avoids most metadata writes; for a folder, everything.
      if ((node.mode & TYPE) === FOLDER) fsyncSync(nfd);
      else fdatasyncSync(nfd);
    });
    return 0;
  };
}

/** Flushes a folder and everything in it to the disk. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    // Windows flushes only files that are open for writing.
    await (entry.isDirectory() ? syncFolder(path) : sync(path, 'r+'));
  }
  await syncFolder(folder);
}

/** Flushes the names in a folder to the disk. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows has no such call: its file system journals names itself.
  if (process.platform !== 'win32') await sync(folder, 'r');
}

async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
