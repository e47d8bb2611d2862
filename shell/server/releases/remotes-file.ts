import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { EnvironmentError } from '@vidlunnia/settings';
import type { Log } from '@vidlunnia/operating/log';
import { parseRemoteList, type RemoteList } from '@vidlunnia/releases/remote-list';
import { remoteNamed, type Remote } from '@vidlunnia/settings/topology';
import { zoneId } from '../../src/pages/zones';
import { isSystemError } from './rejections';
import type { Configured, Teams } from './team';

export interface RemotesFileSetting {
  readonly file: string;
  /** Remotes of the contract without a key variable: a list has to name each of them. */
  readonly needed: readonly Remote[];
}

interface Options extends RemotesFileSetting {
  /** File with a copy of the list in force: a restarted shell starts with it when the list is broken. */
  readonly kept: string;
  readonly log: Log;
}

/**
 * Opens the operator's list: the copy of the last list in force, then the file. Rejects with `EnvironmentError` when a
 * list is needed and there is none.
 */
export async function openRemotesFile(options: Options): Promise<RemotesFile> {
  const { file, kept, log, needed } = options;
  const remotesFile = new RemotesFile(options);
  try {
    if (existsSync(kept)) await remotesFile.restore();
  } catch (error) {
    log.warn(`${kept}, the stored copy of the last list of remotes, cannot be used: ${inWords(error)}`);
  }
  const problem = await remotesFile.read();
  if (!remotesFile.isInForce && needed.length > 0) {
    throw new EnvironmentError(
      needed.map(
        ({ name, publicKeyVariable }) =>
          `${publicKeyVariable} is not set, and no list names ${name}: ${file} is rejected, because ${String(problem)}`,
      ),
    );
  }
  return remotesFile;
}

/** The operator's list of remotes; the last valid one is in force. */
export class RemotesFile {
  /** Why the current file is not in force; `null` when it is. */
  problem: string | null = null;
  readonly #options: Options;
  #list: RemoteList | null = null;
  /** The bytes of the list in force. */
  #bytes: Buffer | null = null;
  /** The problem of the last read. It is reported if the next read has it too: a file may be read half written. */
  #suspect: string | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Whether there is a list. */
  get isInForce(): boolean {
    return this.#list !== null;
  }

  /** Reads the stored copy. Rejects when it is not usable. */
  async restore(): Promise<void> {
    const bytes = await readFile(this.#options.kept);
    this.#list = this.#parse(bytes);
    this.#bytes = bytes;
  }

  /** Reads the file, and applies a valid list. Resolves to its problem; then nothing has changed. */
  async read(): Promise<string | null> {
    const { file, log } = this.#options;
    const found = await this.#apply().then(
      () => null,
      (error: unknown) => inWords(error),
    );
    if (found === null) this.problem = null;
    else if (found === this.#suspect && found !== this.problem) {
      this.problem = found;
      log.warn(`${file} is rejected: ${found}; ${this.#list ? 'the last list stays' : 'there is none yet'}`);
    }
    this.#suspect = found;
    return found;
  }

  async #apply(): Promise<void> {
    const { file, kept, log } = this.#options;
    const bytes = await readFile(file);
    if (this.#bytes?.equals(bytes)) return;
    const list = this.#parse(bytes);
    // In one step, and on the disk before the list is in force.
    await writeFile(`${kept}.next`, bytes, { flush: true });
    await rename(`${kept}.next`, kept);
    this.#list = list;
    this.#bytes = bytes;
    const names = list.remotes.map(({ name }) => name).join(', ');
    log.info(`The list of remotes is in force: ${names || 'it is empty'}`);
  }

  /** Throws a message when the list must not be applied. */
  #parse(bytes: Buffer): RemoteList {
    const list = parseRemoteList(bytes);
    const lacking = this.#options.needed.find(({ name }) => list.remotes.every((each) => each.name !== name));
    if (lacking)
      throw new Error(`it does not name ${lacking.name}, and ${lacking.publicKeyVariable} is not set either`);
    return list;
  }

  /** The teams with those of the list, and its zones. */
  over(teams: Teams): Omit<Configured, 'owner'> {
    const remotes = this.#list?.remotes ?? [];
    const listed = remotes.map(
      ({ name, origin, publicKeys }) => [name, { remote: remoteNamed(name), origin, publicKeys }] as const,
    );
    const zones = remotes.flatMap(({ name, zones: places }) =>
      places.map(({ module, page, after }) => ({ id: zoneId(name, module), page, after })),
    );
    return { teams: { ...teams, ...Object.fromEntries(listed) }, zones };
  }
}

/** Without paths: the report is public. */
function inWords(error: unknown): string {
  if (!isSystemError(error)) return error instanceof Error ? error.message : String(error);
  return error.code === 'ENOENT' ? 'it is not there' : `it cannot be read (${error.code})`;
}
