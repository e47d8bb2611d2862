/** Golden pages by their names. */
export const PAGES = { home: '/', post: '/blog/golden', archive: '/blog' } as const;

/** Windows in which pages are compared; visits use the first. */
export const VIEWPORTS = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
] as const;

/** Settings that the command passes to the gate's Playwright project. */
export interface ProjectOptions {
  /** Name of the remote whose release is checked. */
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
