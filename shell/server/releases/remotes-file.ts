import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { Type } from '@sinclair/typebox';
import { parseChecked } from '@vidlunnia/contracts/checked';
import { EnvironmentError } from '@vidlunnia/remote-kit/environment';
import type { RemotesFileReport } from '@vidlunnia/contracts/release-report';
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
  readonly log: { info(message: string): void; warn(message: string): void };
}

/** The operator's list of remotes, of which the last right one is in force. */
export interface RemotesFile {
  /** Reads the file, and takes its list when it is right. Never rejects. */
  read(): Promise<void>;
  /** Teams with those of the list, and its zones. */
  over(teams: Teams): Configured;
  report(): RemotesFileReport;
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
export async function openRemotesFile({
  file,
  publicKeys,
  needed,
  kept,
  log,
}: Options): Promise<RemotesFile> {
  let list: RemoteList | null = null;
  /** The bytes of the list in force. */
  let taken: Buffer | null = null;
  let problem: string | null = null;
  /** What was read last and is wrong: it may be half written, so that it is told when it is met again. */
  let suspect = '';

  /** Throws, in words, when it is not to be taken. */
  function check({ bytes, signature }: Signed): RemoteList {
    if (!isSignedBy(publicKeys, bytes, signature)) {
      throw new Error('it is not signed with a key of the operator’s (REMOTES_PUBLIC_KEY)');
    }
    const next = parseRemoteList(bytes);
    if (list && next.serial < list.serial) {
      throw new Error(`it has the serial ${String(next.serial)}; ${String(list.serial)} was taken already`);
    }
    if (next.serial === list?.serial) {
      throw new Error(`it has the serial ${String(next.serial)}, as another list that was taken already`);
    }
    const lacking = needed.find(({ name }) => next.remotes.every((each) => each.name !== name));
    if (lacking) {
      throw new Error(`it does not name ${lacking.name}, and ${lacking.publicKeyVariable} is not set either`);
    }
    return next;
  }

  async function take(signed: Signed): Promise<void> {
    const next = check(signed);
    // First on the disk: a shell that starts again must not take an older one.
    await keep(kept, signed);
    list = next;
    taken = signed.bytes;
    const names = next.remotes.map(({ name }) => name).join(', ');
    log.info(`The list of remotes ${String(next.serial)} is in force: ${names || 'it is empty'}`);
  }

  async function read(): Promise<void> {
    let seen = '';
    try {
      const signed = await readSigned(file);
      seen = `${signed.signature}${signed.bytes.toString('base64')}`;
      if (!taken?.equals(signed.bytes)) await take(signed);
      problem = null;
      suspect = '';
    } catch (error) {
      const found = inWords(error);
      const met = `${found} ${seen}`;
      if (met === suspect && problem !== found) {
        problem = found;
        log.warn(
          `${file} is not taken: ${found}; ${list ? `the list ${String(list.serial)} stays` : 'there is none yet'}`,
        );
      }
      suspect = met;
    }
  }

  try {
    const signed = await readKept(kept);
    if (signed) {
      list = check(signed);
      taken = signed.bytes;
    }
  } catch (error) {
    log.warn(`${kept}, the list of remotes that was taken last, cannot be used: ${inWords(error)}`);
  }
  await read();
  if (!list && needed.length > 0) {
    // What is wrong is told when it is met again.
    await read();
    throw new EnvironmentError(
      needed.map(
        ({ name, publicKeyVariable }) =>
          `${publicKeyVariable} is not set, and no list names ${name}: ${file} is not taken, because ${String(problem)}`,
      ),
    );
  }

  return {
    read,
    over: (teams) => {
      const listed = (list?.remotes ?? []).map(
        ({ name, origin, publicKeys: keys }) =>
          [name, { remote: remoteNamed(name), origin, publicKeys: keys }] as const,
      );
      const zones = (list?.remotes ?? []).flatMap(({ name, zones: places }) =>
        places.map(({ module, page, after }) => ({ id: zoneId(name, module), page, after })),
      );
      return { teams: { ...teams, ...Object.fromEntries(listed) }, zones };
    },
    report: () => ({ serial: list?.serial ?? null, problem }),
  };
}

async function readSigned(file: string): Promise<Signed> {
  const { size } = await stat(file);
  if (size > REMOTE_LIST_LIMIT) throw new Error(`it has more than ${String(REMOTE_LIST_LIMIT)} bytes`);
  const signature = await readFile(signatureFileOf(file), 'utf8').catch((error: unknown) => {
    throw new Error(`its signature, ${signatureFileOf('the same name')}, cannot be read: ${inWords(error)}`);
  });
  return { bytes: await readFile(file), signature };
}

async function readKept(file: string): Promise<Signed | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isSystemError(error) && error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const value = parseChecked(KeptSchema, text, 'the copy');
  return { bytes: Buffer.from(value.list, 'base64'), signature: value.signature };
}

/** In one step, so that a process that ends meanwhile leaves the old copy or the new one. */
async function keep(file: string, { bytes, signature }: Signed): Promise<void> {
  await writeFile(`${file}.next`, JSON.stringify({ list: bytes.toString('base64'), signature }), {
    flush: true,
  });
  await rename(`${file}.next`, file);
}

const isSystemError = (error: unknown): error is { readonly code: string } =>
  typeof error === 'object' && error !== null && 'syscall' in error && 'code' in error;

/** Without the name of a place on the disk: the report is public. */
function inWords(error: unknown): string {
  if (isSystemError(error))
    return error.code === 'ENOENT' ? 'it is not there' : `it cannot be read (${error.code})`;
  return error instanceof Error ? error.message : String(error);
}
