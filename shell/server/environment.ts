import path from 'node:path';
import {
  originOf,
  portOf,
  publicKeysOf,
  readSettings,
  SETTINGS,
  siteUrlOf,
} from '@vidlunnia/remote-kit/environment';
import { api, forEachRemote, remotes, shell, type Remote } from '@vidlunnia/remote-kit/environment/topology';
import type { RemotesFileSetting } from './releases/remotes-file';
import type { Team, Teams } from './releases/team';

export interface Environment {
  readonly port: number;
  /** Address to listen on. */
  readonly host: string;
  /** Operator's port, for `/metrics`; none when `undefined`. */
  readonly metricsPort: number | undefined;
  /** Origin by which visitors know the site: it stands in canonical addresses, link previews and feeds. */
  readonly siteUrl: string;
  readonly apiOrigin: string;
  readonly teams: Teams;
  /** The operator's signed list of remotes; none when `undefined`. */
  readonly remotesFile?: RemotesFileSetting | undefined;
  /** Milliseconds between polls of the teams' pointers. */
  readonly pollInterval: number;
  /** Milliseconds for which the files of a release stay after it was live. */
  readonly keepFor: number;
  /** Milliseconds for which a page is sent without being rendered again. */
  readonly pageFreshFor: number;
  /** Pages that are rendered for one visitor a minute; cached ones don't count. */
  readonly rendersPerMinute: number;
  /** Proxies whose `X-Forwarded-For` is believed: names and addresses, separated by commas; nobody's when `null`. */
  readonly trustProxy: string | null;
  readonly logLevel: string;
  /** Months for which submissions are kept; 0 keeps them. */
  readonly retentionMonths: number;
  /** Whether somebody works on the site: pages are not kept, and reload themselves. */
  readonly development: boolean;
  /** Folder of what the shell keeps: copies of releases. */
  readonly dataDir: string;
}

/** @throws EnvironmentError naming every wrong variable */
export const readEnvironment = (variables: NodeJS.ProcessEnv): Environment =>
  readSettings(variables, (reader) => {
    const { get } = reader;
    const [list, listKeys] = [get(SETTINGS.remotesFile), get(SETTINGS.remotesPublicKeys)];
    if (list !== undefined && !listKeys) {
      reader.reject('REMOTES_PUBLIC_KEY is not set, but REMOTES_FILE is; npm run remotes -- init prints it');
    }
    const team = (remote: Remote): Team => ({
      remote,
      origin: originOf(remote, get),
      // The list may have them: whoever reads it says so when it has not.
      publicKeys: publicKeysOf(remote, list === undefined ? reader : { get, reject: () => undefined }),
    });
    const teams = forEachRemote((name) => team(remotes[name]));
    const withoutKeys = Object.values(teams).filter(({ publicKeys }) => publicKeys.length === 0);
    return {
      port: portOf(shell, get),
      host: get(SETTINGS.host),
      metricsPort: get(SETTINGS.metricsPort),
      siteUrl: siteUrlOf(get),
      apiOrigin: originOf(api, get),
      teams,
      remotesFile:
        list === undefined
          ? undefined
          : {
              file: path.resolve(list),
              publicKeys: listKeys ?? [],
              needed: withoutKeys.map(({ remote }) => remote),
            },
      pollInterval: get(SETTINGS.releasePoll),
      keepFor: get(SETTINGS.releaseKeep),
      pageFreshFor: get(SETTINGS.pageFresh),
      rendersPerMinute: get(SETTINGS.rendersPerMinute),
      retentionMonths: get(SETTINGS.retentionMonths),
      dataDir: path.resolve(get(SETTINGS.dataDir) ?? '.data', 'shell'),
      trustProxy: get(SETTINGS.trustProxy) ?? null,
      development: get(SETTINGS.mode) === 'development',
      logLevel: get(SETTINGS.logLevel),
    };
  });
