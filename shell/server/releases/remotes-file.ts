import { existsSync } from 'node:fs';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { Type } from '@sinclair/typebox';
import { parseChecked } from '@vidlunnia/contracts/checked';
import { EnvironmentError } from '@vidlunnia/settings';
import type { RemotesFileReport } from '@vidlunnia/contracts/release-report';
import type { Log } from '@vidlunnia/operating/log';
import {
  parseRemoteList,
  REMOTE_LIST_LIMIT,
  signatureFileOf,
  type RemoteList,
} from '@vidlunnia/releases/remote-list';
import { isSignedBy } from '@vidlunnia/releases/signature';
import { remoteNamed, type Remote } from '@vidlunnia/settings/topology';
import { zoneId } from '../../src/pages/page-table';
import { isSystemError } from './rejections';
import type { Configured, Teams } from './team';

export interface RemotesFileSetting {
  readonly file: string;
  /** The operator's keys: one of them has to have signed the file. */
  readonly publicKeys: readonly string[];
  /** Remotes of the contract without a key variable: a list has to name each of them. */
  readonly needed: readonly Remote[];
}

interface Options extends RemotesFileSetting {
  /** File with a copy of the list in force: a restarted shell must not accept an older one. */
  readonly kept: string;
  readonly log: Log;
}

const KeptSchema = Type.Object({ list: Type.String(), signature: Type.String() });

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
  if (remotesFile.report().serial === null && needed.length > 0) {
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
  readonly #options: Options;
  #list: RemoteList | null = null;
  /** The bytes of the list in force. */
  #bytes: Buffer | null = null;
  #problem: string | null = null;
  /** The problem of the last read. It is reported if the next read has it too: a file may be read half written. */
  #suspect: string | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Reads the stored copy. Rejects when it is not usable. */
  async restore(): Promise<void> {
    const { list, signature } = parseChecked(
      KeptSchema,
      await readFile(this.#options.kept, 'utf8'),
      'the copy',
    );
    const bytes = Buffer.from(list, 'base64');
    this.#list = this.#check(bytes, signature);
    this.#bytes = bytes;
  }

  /** Reads the file, and applies a valid list. Resolves to its problem; then nothing has changed. */
  async read(): Promise<string | null> {
    const { file, log } = this.#options;
    const found = await this.#take().then(
      () => null,
      (error: unknown) => inWords(error),
    );
    if (found === null) this.#problem = null;
    else if (found === this.#suspect && found !== this.#problem) {
      this.#problem = found;
      const stays = this.#list ? `the list ${String(this.#list.serial)} stays` : 'there is none yet';
      log.warn(`${file} is rejected: ${found}; ${stays}`);
    }
    this.#suspect = found;
    return found;
  }

  async #take(): Promise<void> {
    const { file, kept, log } = this.#options;
    const { size } = await stat(file);
    if (size > REMOTE_LIST_LIMIT) throw new Error(`it has more than ${String(REMOTE_LIST_LIMIT)} bytes`);
    const signature = await readFile(signatureFileOf(file), 'utf8').catch((error: unknown) => {
      throw new Error(
        `its signature, ${signatureFileOf('the same name')}, cannot be read: ${inWords(error)}`,
      );
    });
    const bytes = await readFile(file);
    if (this.#bytes?.equals(bytes)) return;
    const list = this.#check(bytes, signature);
    // In one step, and on the disk before the list is in force.
    const copy = JSON.stringify({ list: bytes.toString('base64'), signature });
    await writeFile(`${kept}.next`, copy, { flush: true });
    await rename(`${kept}.next`, kept);
    this.#list = list;
    this.#bytes = bytes;
    const names = list.remotes.map(({ name }) => name).join(', ');
    log.info(`The list of remotes ${String(list.serial)} is in force: ${names || 'it is empty'}`);
  }

  /** Throws a message when the list must not be applied. */
  #check(bytes: Buffer, signature: string): RemoteList {
    const { publicKeys, needed } = this.#options;
    if (!isSignedBy(publicKeys, bytes, signature))
      throw new Error('it is not signed with a key of the operator’s (REMOTES_PUBLIC_KEY)');
    const next = parseRemoteList(bytes);
    const serial = this.#list?.serial ?? -1;
    if (next.serial < serial)
      throw new Error(`it has the serial ${String(next.serial)}; ${String(serial)} was accepted already`);
    if (next.serial === serial)
      throw new Error(`it has the serial ${String(serial)}, as another list that was accepted already`);
    const lacking = needed.find(({ name }) => next.remotes.every((each) => each.name !== name));
    if (lacking)
      throw new Error(`it does not name ${lacking.name}, and ${lacking.publicKeyVariable} is not set either`);
    return next;
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

  report(): RemotesFileReport {
    return { serial: this.#list?.serial ?? null, problem: this.#problem };
  }
}

/** Without paths: the report is public. */
function inWords(error: unknown): string {
  if (!isSystemError(error)) return error instanceof Error ? error.message : String(error);
  return error.code === 'ENOENT' ? 'it is not there' : `it cannot be read (${error.code})`;
}
