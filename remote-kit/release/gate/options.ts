/** Golden pages by their names. */
export const PAGES = { home: '/', post: '/blog/golden', archive: '/blog' } as const;

/** What the command tells the gate's Playwright project. */
export interface ProjectOptions {
  /** Name of the remote whose release is tried. */
  readonly remote: string;
  /** Address of the shell without the new release. */
  readonly live: string;
  /** Address of the shell with it. */
  readonly fresh: string;
  /** Folder of the report. */
  readonly report: string;
  readonly executablePath: string;
}

const VARIABLE = 'VIDLUNNIA_GATE';

export const toEnvironment = (options: ProjectOptions) => ({ [VARIABLE]: JSON.stringify(options) });

export const projectOptions = (): ProjectOptions =>
  JSON.parse(process.env[VARIABLE] ?? '{}') as ProjectOptions;
