/** What the command tells the browser tests of the gate. */
export interface GateOptions {
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

export const toEnvironment = (options: GateOptions) => ({ [VARIABLE]: JSON.stringify(options) });

export const gateOptions = (): GateOptions => JSON.parse(process.env[VARIABLE] ?? '{}') as GateOptions;
