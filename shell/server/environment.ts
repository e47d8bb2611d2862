import path from 'node:path';
import { CONTENT_SETTINGS } from '@vidlunnia/content/settings';
import { REMOTE_NAMES } from '@vidlunnia/contracts';
import { originOf, portOf, publicKeysOf, readSettings, SETTINGS, siteUrlOf } from '@vidlunnia/settings';
import { api, remotesNamed, shell } from '@vidlunnia/settings/topology';
import type { RemotesFileSetting, Team, Teams } from '@vidlunnia/engine/server';

/** The shell's configuration. */
export type Environment = ReturnType<typeof readEnvironment>;

/** Throws an EnvironmentError that names every wrong variable. */
export const readEnvironment = (variables: NodeJS.ProcessEnv) =>
  readSettings(variables, (reader) => {
    const { get } = reader;
    const { teams, remotesFile } = readTeams(reader);
    return {
      port: portOf(shell, get),
      /** Address to listen on. */
      host: get(SETTINGS.host),
      /** Operator's port for `/metrics`; disabled when `undefined`. */
      metricsPort: get(SETTINGS.metricsPort),
      /** Public origin of the site: used in canonical addresses, link previews and feeds. */
      siteUrl: siteUrlOf(get),
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
      /** Months for which submissions are kept; 0 keeps them. */
      retentionMonths: get(CONTENT_SETTINGS.retentionMonths),
      /** Folder of the shell's data: copies of releases. */
      dataDir: path.resolve(get(SETTINGS.dataDir) ?? '.data', 'shell'),
      /** Proxies whose `X-Forwarded-For` is trusted: names and addresses, separated by commas; none when `null`. */
      trustProxy: get(SETTINGS.trustProxy) ?? null,
      /** Development mode: pages are not cached, and reload themselves. */
      development: get(SETTINGS.mode) === 'development',
      logLevel: get(SETTINGS.logLevel),
    };
  });

type Reader = Parameters<Parameters<typeof readSettings>[1]>[0];

function readTeams(reader: Reader): { teams: Teams; remotesFile: RemotesFileSetting | undefined } {
  const { get } = reader;
  const list = get(SETTINGS.remotesFile);
  const named = remotesNamed(REMOTE_NAMES).map((remote): Team => {
    // The list may have the keys instead; its reader reports missing keys.
    const keys = publicKeysOf(remote, list === undefined ? reader : { get, reject: () => undefined });
    return { remote, origin: originOf(remote, get), publicKeys: keys };
  });
  const teams = Object.fromEntries(named.map((team) => [team.remote.name, team]));
  if (list === undefined) return { teams, remotesFile: undefined };
  const needed = named.filter(({ publicKeys }) => publicKeys.length === 0).map(({ remote }) => remote);
  return { teams, remotesFile: { file: path.resolve(list), needed } };
}
