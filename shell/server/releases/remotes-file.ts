import { existsSync } from 'node:fs';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { isNativeError } from 'node:util/types';
import { Type } from '@sinclair/typebox';
import { parseChecked } from '@vidlunnia/contracts/checked';
import { EnvironmentError } from '@vidlunnia/remote-kit/environment';
import type { RemotesFileReport } from '@vidlunnia/contracts/release-report';
import type { Log } from '@vidlunnia/operating/log';
import {
  isSignedBy,
  parseRemoteList,
  REMOTE_LIST_LIMIT,
  signatureFileOf,
  type RemoteList,
} from '@vidlunnia/remote-kit/release';
import { remoteNamed, type Remote } from '@vidlunnia/remote-kit/environment/topology';
import { zoneId } from '../../src/pages/zones';
import type { Configured, Teams } from './team';

export interface RemotesFileSetting {
  readonly file: string;
  /** The operator's: one of them has to have signed the file. */
  readonly publicKeys: readonly string[];
  /** Remotes of the contract of which no variable has keys: a list that lacks one of them is not taken. */
  readonly needed: readonly Remote[];
}

interface Options extends RemotesFileSetting {
  /** File with a copy of the list that was taken last. */
  readonly kept: string;
  readonly log: Log;
}

const KeptSchema = Type.Object({ list: Type.String(), signature: Type.String() });

/** A list with what proves whose it is. */
interface Signed {
  readonly bytes: Buffer;
  readonly signature: string;
}

/**
 * Opens the operator's list: what was taken last, then what the file has. Whatever is wrong with the file is logged once
 * and reported, and changes nothing. Rejects with `EnvironmentError` when there is no list, but one is needed.
 */
export async function openRemotesFile(options: Options): Promise<RemotesFile> {
  const remotesFile = new RemotesFile(options);
  await remotesFile.open();
  return remotesFile;
}

/** The operator's list of remotes, of which the last right one is in force. */
export class RemotesFile {
  readonly #options: Options;
  #list: RemoteList | null = null;
  /** The bytes of the list in force. */
  #taken: Buffer | null = null;
  #problem: string | null = null;
  /** What was wrong at the last read. It counts when it is met again: a file may be met half written. */
  #suspect: string | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  async open(): Promise<void> {
    const { file, kept, log, needed } = this.#options;
    try {
      if (existsSync(kept)) this.#take(await readKept(kept));
    } catch (error) {
      log.warn(`${kept}, the list of remotes that was taken last, cannot be used: ${inWords(error)}`);
    }
    await this.read();
    if (this.#list || needed.length === 0) return;
    await this.read();
    throw new EnvironmentError(
      needed.map(
        ({ name, publicKeyVariable }) =>
          `${publicKeyVariable} is not set, and no list names ${name}: ${file} is not taken, because ${String(this.#problem)}`,
      ),
    );
  }

  /** Reads the file, and takes its list when it is right. Never rejects. */
  async read(): Promise<void> {
    const { file, kept, log } = this.#options;
    let found: string | null = null;
    try {
      const signed = await readSigned(file);
      if (!this.#taken?.equals(signed.bytes)) {
        this.#check(signed);
        // First on the disk: a shell that starts again must not take an older one.
        await keep(kept, signed);
        const { serial, remotes } = this.#take(signed);
        const names = remotes.map(({ name }) => name).join(', ');
        log.info(`The list of remotes ${String(serial)} is in force: ${names || 'it is empty'}`);
      }
    } catch (error) {
      found = inWords(error);
    }
    const isMetAgain = found === this.#suspect;
    this.#suspect = found;
    if (found !== null && (!isMetAgain || found === this.#problem)) return;
    this.#problem = found;
    const stays = this.#list ? `the list ${String(this.#list.serial)} stays` : 'there is none yet';
    if (found !== null) log.warn(`${file} is not taken: ${found}; ${stays}`);
  }

  /** Throws, in words, when the list is not to be taken. */
  #check({ bytes, signature }: Signed): RemoteList {
    const { publicKeys, needed } = this.#options;
    if (!isSignedBy(publicKeys, bytes, signature)) {
      throw new Error('it is not signed with a key of the operator’s (REMOTES_PUBLIC_KEY)');
    }
    const next = parseRemoteList(bytes);
    const serial = this.#list?.serial ?? -1;
    if (next.serial < serial) {
      throw new Error(`it has the serial ${String(next.serial)}; ${String(serial)} was taken already`);
    }
    if (next.serial === serial) {
      throw new Error(`it has the serial ${String(serial)}, as another list that was taken already`);
    }
    const lacking = needed.find(({ name }) => next.remotes.every((each) => each.name !== name));
    if (lacking) {
      throw new Error(`it does not name ${lacking.name}, and ${lacking.publicKeyVariable} is not set either`);
    }
    return next;
  }

  #take(signed: Signed): RemoteList {
    this.#list = this.#check(signed);
    this.#taken = signed.bytes;
    return this.#list;
  }

  /** Teams with those of the list, and its zones. */
  over(teams: Teams): Configured {
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

async function readSigned(file: string): Promise<Signed> {
  const { size } = await stat(file);
  if (size > REMOTE_LIST_LIMIT) throw new Error(`it has more than ${String(REMOTE_LIST_LIMIT)} bytes`);
  const signature = await readFile(signatureFileOf(file), 'utf8').catch((error: unknown) => {
    throw new Error(`its signature, ${signatureFileOf('the same name')}, cannot be read: ${inWords(error)}`);
  });
  return { bytes: await readFile(file), signature };
}

async function readKept(file: string): Promise<Signed> {
  const value = parseChecked(KeptSchema, await readFile(file, 'utf8'), 'the copy');
  return { bytes: Buffer.from(value.list, 'base64'), signature: value.signature };
}

/** In one step, so that a process that ends meanwhile leaves the old copy or the new one. */
async function keep(file: string, { bytes, signature }: Signed): Promise<void> {
  const text = JSON.stringify({ list: bytes.toString('base64'), signature });
  await writeFile(`${file}.next`, text, { flush: true });
  await rename(`${file}.next`, file);
}

/** Without the name of a place on the disk: the report is public. */
function inWords(error: unknown): string {
  if (!isNativeError(error)) return String(error);
  if (!('syscall' in error && 'code' in error)) return error.message;
  return error.code === 'ENOENT' ? 'it is not there' : `it cannot be read (${String(error.code)})`;
}
