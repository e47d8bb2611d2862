import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { EnvironmentError } from '@vidlunnia/settings';
import type { Log } from '@vidlunnia/operating/log';
import { parseRemoteList, type RemoteList } from '@vidlunnia/releases/remote-list';
import { remoteNamed, type Remote } from '@vidlunnia/settings/topology';
import { zoneId } from '../../src/pages/pages';
import { isSystemError } from './rejections';
import type { Configured, Teams } from './release-set';

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
 * Opens the operator's list of remotes, of which the last valid one is in force: the copy of that, then the file.
 * Rejects with `EnvironmentError` when a list is needed and there is none.
 */
export async function openRemotesFile({ file, kept, needed, log }: Options) {
  let inForce: { readonly list: RemoteList; readonly bytes: Buffer } | null = null;
  let problem: string | null = null;
  /** The problem of the last read. It is reported if the next read has it too: a file may be read half written. */
  let suspect: string | null = null;

  const parse = (bytes: Buffer) => {
    const list = parseRemoteList(bytes);
    const lacking = needed.find(({ name }) => list.remotes.every((each) => each.name !== name));
    if (lacking)
      throw new Error(`it does not name ${lacking.name}, and ${lacking.publicKeyVariable} is not set either`);
    return { list, bytes };
  };
  const apply = async () => {
    const bytes = await readFile(file);
    if (inForce?.bytes.equals(bytes)) return;
    const next = parse(bytes);
    // In one step, and on the disk before the list is in force.
    await writeFile(`${kept}.next`, bytes, { flush: true });
    await rename(`${kept}.next`, kept);
    inForce = next;
    const names = next.list.remotes.map(({ name }) => name).join(', ');
    log.info(`The list of remotes is in force: ${names || 'it is empty'}`);
  };
  /** Reads the file, and applies a valid list. Resolves to its problem; then nothing has changed. */
  const read = async () => {
    const found = await apply().then(() => null, inWords);
    if (found === null) problem = null;
    else if (found === suspect && found !== problem) {
      problem = found;
      log.warn(`${file} is rejected: ${found}; ${inForce ? 'the last list stays' : 'there is none yet'}`);
    }
    suspect = found;
    return found;
  };

  try {
    if (existsSync(kept)) inForce = parse(await readFile(kept));
  } catch (error) {
    log.warn(`${kept}, the stored copy of the last list of remotes, cannot be used: ${inWords(error)}`);
  }
  const rejected = await read();
  if (!inForce && needed.length > 0)
    throw new EnvironmentError(
      needed.map(
        ({ name, publicKeyVariable }) =>
          `${publicKeyVariable} is not set, and no list names ${name}: ${file} is rejected, because ${String(rejected)}`,
      ),
    );
  return {
    read,
    /** Why the current file is not in force; `null` when it is. */
    problem: () => problem,
    /** The teams with those of the list, and its zones. */
    over: (teams: Teams): Omit<Configured, 'owner'> => {
      const remotes = inForce?.list.remotes ?? [];
      const listed = remotes.map(
        ({ name, origin, publicKeys }) => [name, { remote: remoteNamed(name), origin, publicKeys }] as const,
      );
      const zones = remotes.flatMap(({ name, zones: places }) =>
        places.map(({ module, page, after }) => ({ id: zoneId(name, module), page, after })),
      );
      return { teams: { ...teams, ...Object.fromEntries(listed) }, zones };
    },
  };
}

/** Without paths: the report is public. */
function inWords(error: unknown): string {
  if (!isSystemError(error)) return error instanceof Error ? error.message : String(error);
  return error.code === 'ENOENT' ? 'it is not there' : `it cannot be read (${error.code})`;
}
