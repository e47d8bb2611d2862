import type { RemotesFileSetting, Team } from '@vidlunnia/engine/server';
/** The shell's configuration. */
export type Environment = ReturnType<typeof readEnvironment>;
/** Throws an EnvironmentError that names every wrong variable. */
export declare const readEnvironment: (variables: NodeJS.ProcessEnv) => {
  port: number;
  /** Address to listen on. */
  host: string;
  /** Operator's port for `/metrics`; disabled when `undefined`. */
  metricsPort: number | undefined;
  /** Public origin of the site: used in canonical addresses, link previews and feeds. */
  siteUrl: string;
  apiOrigin: string;
  teams: Readonly<Record<string, Team>>;
  /** The operator's list of remotes; none when `undefined`. */
  remotesFile: RemotesFileSetting | undefined;
  /** Milliseconds between polls of the teams' pointers. */
  pollInterval: number;
  /** Milliseconds for which the files of a release are kept after it was live. */
  keepFor: number;
  /** Milliseconds for which a page is served without being rendered again. */
  pageFreshFor: number;
  /** Milliseconds for an island's data; afterwards the page is rendered without it. */
  islandDataMs: number;
  /** Pages rendered for one visitor per minute; cached pages do not count. */
  rendersPerMinute: number;
  /** Release sets that are rendered for previews at the same time. */
  previews: number;
  /** Months for which submissions are kept; 0 keeps them. */
  retentionMonths: number;
  /** Folder of the shell's data: copies of releases. */
  dataDir: string;
  /** Proxies whose `X-Forwarded-For` is trusted: names and addresses, separated by commas; none when `null`. */
  trustProxy: string | null;
  /** Development mode: pages are not cached, and reload themselves. */
  development: boolean;
  logLevel: string;
};
