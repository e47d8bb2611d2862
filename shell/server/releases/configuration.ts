import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Static } from '@sinclair/typebox';
import { ContentReportSchema, OWNER, type Owner } from '@vidlunnia/content';
import { checked, parseChecked } from '@vidlunnia/contracts/checked';
import { CONTENT_HEADER, type Log } from '@vidlunnia/operating';
import { parseRemoteList } from '@vidlunnia/releases/remote-list';
import { EnvironmentError } from '@vidlunnia/settings';
import { codeOf, messageOf, replaceFile } from '@vidlunnia/settings/machine';
import { api, remoteNamed, type Remote } from '@vidlunnia/settings/topology';
import { zoneId, type Zone } from '../../src/pages/pages';
import { ReleaseRejected, type Team } from './verify';

/** By the remote's name. */
export type Teams = Readonly<Record<string, Team>>;

/** The configured teams, the zones that extend the page table, and the owner's details. */
export interface Configured {
  readonly teams: Teams;
  readonly zones: readonly Zone[];
  readonly owner: Owner;
}

/** A version of the content for a preview, with its owner's details. */
export interface Draft {
  readonly content: string;
  readonly owner: Owner;
}

/** The operator's list of remotes. */
export interface RemotesFileSetting {
  readonly file: string;
  /** Remotes of the contract without a key variable; the list must name each. */
  readonly needed: readonly Remote[];
}

interface Settings {
  readonly teams: Teams;
  readonly remotesFile: RemotesFileSetting | undefined;
  readonly apiOrigin: string;
  /** Folder for the last valid list and details, for a restart without their sources. */
  readonly dataDir: string;
}

/** For the API's response. */
const TIMEOUT_MS = 2_000;
/** For the API to read a draft. */
const DRAFT_TIMEOUT_MS = 10_000;
/** Equal reads before a change is in force: a file may be half written, and pages share the API's responses for a second. */
const EQUAL_READS = 3;

/**
 * Opens the configuration that may change at run time: the operator's list, which adds remotes and zones to the
 * environment's teams, and the owner's details. Rejects with `EnvironmentError` without a needed, valid list.
 */
export async function openConfiguration({ teams, remotesFile, apiOrigin, dataDir }: Settings, log: Log) {
  const list =
    remotesFile &&
    (await openSource({
      name: 'The list of remotes',
      stored: path.join(dataDir, 'remotes.json'),
      load: () => readFile(remotesFile.file),
      parse: (bytes) => parseList(bytes, remotesFile.needed),
      log,
    }));
  if (remotesFile && !list?.current() && remotesFile.needed.length > 0)
    throw new EnvironmentError(
      remotesFile.needed.map(
        ({ name, publicKeyVariable }) =>
          `${publicKeyVariable} is not set, and no list names ${name}: ${remotesFile.file} is rejected, because ${String(list?.problem())}`,
      ),
    );
  const content = await openSource({
    name: 'The content’s version and the owner’s details',
    stored: path.join(dataDir, 'content.json'),
    load: async () => {
      const report = await loadContent(apiOrigin);
      return report && Buffer.from(JSON.stringify({ version: report.version, owner: report.owner }));
    },
    parse: (bytes) => parseChecked(ContentReportSchema, bytes, 'content.json'),
    log,
  });
  return {
    current: (): Configured => {
      const { teams: listed = {}, zones = [] } = list?.current() ?? {};
      return { teams: { ...teams, ...listed }, zones, owner: content.current()?.owner ?? OWNER };
    },
    /** Reads the list and the details again. */
    read: () => Promise.all([content.read(), list?.read()]),
    /** Version of the content that new pages show; `null` when the API has none, or has not responded yet. */
    contentVersion: () => content.current()?.version ?? null,
    /** Returns a version of the content. Rejects with `ReleaseRejected` when the API does not have it. */
    draft: async (version: string): Promise<Draft> => {
      const report = await loadContent(apiOrigin, DRAFT_TIMEOUT_MS, { [CONTENT_HEADER]: version });
      // An older API responds with its live content.
      if (report?.version === version) return { content: version, owner: report.owner };
      throw new ReleaseRejected('discover', `the API does not have content ${version}`);
    },
    /** Why the current file of the list is not in force; `null` when it is, `undefined` without the setting. */
    listProblem: () => list?.problem(),
  };
}

/** Teams and zones of a list. Throws when the list is invalid or lacks a needed remote. */
function parseList(bytes: Buffer, needed: readonly Remote[]): Pick<Configured, 'teams' | 'zones'> {
  const { remotes } = parseRemoteList(bytes);
  const lacking = needed.find(({ name }) => remotes.every((each) => each.name !== name));
  if (lacking)
    throw new Error(`it does not name ${lacking.name}, and ${lacking.publicKeyVariable} is not set either`);
  const teams = remotes.map(
    ({ name, origin, publicKeys }) => [name, { remote: remoteNamed(name), origin, publicKeys }] as const,
  );
  const zones = remotes.flatMap(({ name, zones: places }) =>
    places.map(({ module, page, after }) => ({ id: zoneId(name, module), page, after })),
  );
  return { teams: Object.fromEntries(teams), zones };
}

/** `null` without an API or its content; pages then show that data is missing. */
async function loadContent(
  apiOrigin: string,
  timeoutMs = TIMEOUT_MS,
  headers: Readonly<Record<string, string>> = {},
): Promise<Static<typeof ContentReportSchema> | null> {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(`${apiOrigin}${api.prefix}/content`, { headers, signal }).catch(() => null);
  if (!response?.ok) {
    await response?.body?.cancel();
    return null;
  }
  return checked(ContentReportSchema, await response.json(), 'the API’s content');
}

interface Source<Value> {
  readonly name: string;
  /** File with the last valid bytes. */
  readonly stored: string;
  /** `null` when nothing is new. */
  readonly load: () => Promise<Buffer | null>;
  readonly parse: (bytes: Buffer) => Value;
  readonly log: Log;
}

/** Reads a source that may change or break. Its last valid value stays in force, also after a restart. */
async function openSource<Value>({ name, stored, load, parse, log }: Source<Value>) {
  let inForce: { readonly bytes: Buffer; readonly value: Value } | null = null;
  let problem: string | null = null;
  let last: Buffer | null = null;
  let equalReads = 0;
  const read = async (needed = EQUAL_READS): Promise<void> => {
    try {
      const bytes = await load();
      if (!bytes) return;
      equalReads = last?.equals(bytes) ? equalReads + 1 : 1;
      last = bytes;
      if (equalReads < needed) return;
      if (!inForce?.bytes.equals(bytes)) {
        const value = parse(bytes);
        // On the disk before the value is in force.
        await replaceFile(stored, bytes);
        inForce = { bytes, value };
        log.info(`${name}: a new version is in force`);
      }
      problem = null;
    } catch (error) {
      const found = inWords(error);
      const what = inForce ? 'the last version stays' : 'there is none';
      if (found !== problem) log.warn(`${name}: rejected, because ${found}; ${what}`);
      problem = found;
    }
  };
  try {
    if (existsSync(stored)) {
      const bytes = await readFile(stored);
      inForce = { bytes, value: parse(bytes) };
    }
  } catch (error) {
    log.warn(`${name}: the stored copy ${stored} cannot be used: ${inWords(error)}`);
  }
  await read(1);
  return {
    read: () => read(),
    /** `null` before the first valid version. */
    current: () => inForce?.value ?? null,
    /** Why the last version that was read is not in force, if it is not. */
    problem: () => problem,
  };
}

/** A message without paths, because the report is public. */
function inWords(error: unknown): string {
  const code = codeOf(error);
  if (code === undefined) return messageOf(error);
  return code === 'ENOENT' ? 'it is not there' : `it cannot be read (${code})`;
}
