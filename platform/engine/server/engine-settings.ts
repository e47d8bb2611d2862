import path from 'node:path';
import {
  originOf,
  portOf,
  publicKeysOf,
  SETTINGS,
  siteUrlOf,
  type SettingsReader,
} from '@vidlunnia/settings';
import { api, remotesNamed, shell } from '@vidlunnia/settings/topology';
import type { RemotesFileSetting, Teams } from './releases/configuration';
import type { Team } from '@vidlunnia/releases/verify';

/** What an operator chooses. Tests also choose how long a start waits for the origins of teams without a copy. */
export type EngineSettings = ReturnType<typeof readEngineSettings> & { readonly startDeadlineMs?: number };

/** Reads the engine's settings, for a site whose pages name these remotes (docs/settings.md). */
export function readEngineSettings(reader: SettingsReader, remoteNames: readonly string[]) {
  const { get } = reader;
  const { teams, remotesFile } = readTeams(reader, remoteNames);
  return {
    port: portOf(shell, get),
    /** Address to listen on. */
    host: get(SETTINGS.host),
    /** Operator's port for `/metrics`; disabled when `undefined`. */
    metricsPort: get(SETTINGS.metricsPort),
    /** Public origin of the site: used in canonical addresses, link previews and feeds. */
    siteUrl: siteUrlOf(get),
    /** Origin of the site's API: render workers reach nothing else. */
    apiOrigin: originOf(api, get),
    teams,
    /** The operator's list of remotes; none when `undefined`. */
    remotesFile,
    /** Milliseconds between polls of the teams' pointers. */
    pollInterval: get(SETTINGS.releasePoll),
    /** Milliseconds for which the files of a release are kept after it was live. */
    keepFor: get(SETTINGS.releaseKeep),
    /** Milliseconds for which a page is served without being rendered again. */
    pageFreshFor: get(SETTINGS.pageFresh),
    /** Milliseconds for an island's data; afterwards the page is rendered without it. */
    islandDataMs: get(SETTINGS.islandData),
    /** Pages rendered for one visitor per minute; cached pages do not count. */
    rendersPerMinute: get(SETTINGS.rendersPerMinute),
    /** Release sets that are rendered for previews at the same time. */
    previews: get(SETTINGS.previews),
    /** Folder of the host's data: copies of releases. */
    dataDir: path.resolve(get(SETTINGS.dataDir) ?? '.data', 'shell'),
    /** Proxies whose `X-Forwarded-For` is trusted: names and addresses, separated by commas; none when `null`. */
    trustProxy: get(SETTINGS.trustProxy) ?? null,
    /** Development mode: pages are not cached, and reload themselves. */
    development: get(SETTINGS.mode) === 'development',
    logLevel: get(SETTINGS.logLevel),
  };
}

function readTeams(
  reader: SettingsReader,
  remoteNames: readonly string[],
): { teams: Teams; remotesFile: RemotesFileSetting | undefined } {
  const { get } = reader;
  const list = get(SETTINGS.remotesFile);
  const named = remotesNamed(remoteNames).map((remote): Team => {
    // The list may have the keys instead; its reader reports missing keys.
    const keys = publicKeysOf(remote, list === undefined ? reader : { get, reject: () => undefined });
    return { remote, origin: originOf(remote, get), publicKeys: keys };
  });
  const teams = Object.fromEntries(named.map((team) => [team.remote.name, team]));
  if (list === undefined) return { teams, remotesFile: undefined };
  const needed = named.filter(({ publicKeys }) => publicKeys.length === 0).map(({ remote }) => remote);
  return { teams, remotesFile: { file: path.resolve(list), needed } };
}
