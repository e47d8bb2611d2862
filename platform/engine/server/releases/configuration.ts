import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '@vidlunnia/operating';
import { parseRemoteList } from '@vidlunnia/releases/remote-list';
import { EnvironmentError } from '@vidlunnia/settings';
import { codeOf, messageOf, replaceFile } from '@vidlunnia/settings/machine';
import { remoteNamed, type Remote } from '@vidlunnia/settings/topology';
import { remoteOf, zoneId, type Zone } from '../../page/modules';
import type { FactsSource, LoadedFacts, SitePages } from '../../site';
import { ReleaseRejected, type Team } from '@vidlunnia/releases/verify';

/** By the remote's name. */
export type Teams = Readonly<Record<string, Team>>;

/** The configured teams, the zones that extend the page table, and the site's facts. */
export interface Configured {
  readonly teams: Teams;
  readonly zones: readonly Zone[];
  readonly facts: unknown;
}

/** A version of the content for a preview, with its facts. */
export interface Draft {
  readonly content: string;
  readonly facts: unknown;
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
  readonly modules: SitePages['modules'];
  readonly facts?: FactsSource | undefined;
  /** Folder for the last valid list and facts, for a restart without their sources. */
  readonly dataDir: string;
}

/** A site without facts. */
const NO_FACTS: FactsSource = {
  name: 'The facts',
  initial: null,
  load: () => Promise.resolve(null),
  check: () => null,
};
/** Equal reads before a change is in force: a file may be half written, and pages share the API's responses for a second. */
const EQUAL_READS = 3;

/**
 * Opens the configuration that may change at run time: the operator's list, which adds remotes and zones to the
 * environment's teams, and the site's facts. Rejects with `EnvironmentError` without a needed, valid list.
 */
export async function openConfiguration(
  { teams, remotesFile, modules, facts: source = NO_FACTS, dataDir }: Settings,
  log: Log,
) {
  const list =
    remotesFile &&
    (await openSource({
      name: 'The list of remotes',
      stored: path.join(dataDir, 'remotes.json'),
      load: () => readFile(remotesFile.file),
      parse: (bytes) => parseList(bytes, remotesFile.needed, modules),
      log,
    }));
  if (remotesFile && !list?.current() && remotesFile.needed.length > 0)
    throw new EnvironmentError(
      remotesFile.needed.map(
        ({ name, publicKeyVariable }) =>
          `${publicKeyVariable} is not set, and no list names ${name}: ${remotesFile.file} is rejected, because ${String(list?.problem())}`,
      ),
    );
  const facts = await openSource({
    name: source.name,
    stored: path.join(dataDir, 'facts.json'),
    load: async () => {
      const loaded = await source.load();
      return loaded && Buffer.from(JSON.stringify(loaded));
    },
    parse: (bytes) => {
      const loaded = JSON.parse(bytes.toString()) as Partial<LoadedFacts>;
      return { version: loaded.version ?? null, facts: source.check(loaded.facts) };
    },
    log,
  });
  return {
    current: (): Configured => {
      const { teams: listed = {}, zones = [] } = list?.current() ?? {};
      return { teams: { ...teams, ...listed }, zones, facts: facts.current()?.facts ?? source.initial };
    },
    /** Reads the list and the facts again. */
    read: () => Promise.all([facts.read(), list?.read()]),
    /** Version of the content that new pages show; `null` when the source has none, or has not responded yet. */
    contentVersion: () => facts.current()?.version ?? null,
    /** Returns a version of the content. Rejects with `ReleaseRejected` when the source does not have it. */
    draft: async (version: string): Promise<Draft> => {
      const loaded = await source.load(version);
      if (loaded?.version === version) return { content: version, facts: source.check(loaded.facts) };
      throw new ReleaseRejected('discover', `the API does not have content ${version}`);
    },
    /** Why the current file of the list is not in force; `null` when it is, `undefined` without the setting. */
    listProblem: () => list?.problem(),
  };
}

/**
 * Teams and zones of a list. Throws when the list is invalid, lacks a needed remote, or names a zone that pages do not
 * have.
 */
function parseList(
  bytes: Buffer,
  needed: readonly Remote[],
  modules: SitePages['modules'],
): Pick<Configured, 'teams' | 'zones'> {
  const { remotes } = parseRemoteList(bytes);
  const lacking = needed.find(({ name }) => remotes.every((each) => each.name !== name));
  if (lacking)
    throw new Error(`it does not name ${lacking.name}, and ${lacking.publicKeyVariable} is not set either`);
  const teams = remotes.map(
    ({ name, origin, publicKeys }) => [name, { remote: remoteNamed(name), origin, publicKeys }] as const,
  );
  const named = new Set(Object.keys(modules).map(remoteOf));
  const sections = Object.values(modules).filter(({ within, element }) => !within && element !== 'main');
  const zones = remotes.flatMap(({ name, zones: places }) =>
    places.map(({ module, page, after }) => {
      if (named.has(name)) throw new Error(`${name} is a remote of the contract, so it has no zones`);
      if (!sections.some((section) => section.page === page && section.element === after))
        throw new Error(
          `${name}/${module} follows “${after}” on the page “${page}”; the sections are ${sections.map(({ page: kind, element }) => `${element} on “${kind}”`).join(', ')}`,
        );
      return { id: zoneId(name, module), page, after };
    }),
  );
  return { teams: Object.fromEntries(teams), zones };
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
    /** Why the last read version was rejected; `null` if it was not. */
    problem: () => problem,
  };
}

/** A message without paths, because the report is public. */
function inWords(error: unknown): string {
  const code = codeOf(error);
  if (code === undefined) return messageOf(error);
  return code === 'ENOENT' ? 'it is not there' : `it cannot be read (${code})`;
}
