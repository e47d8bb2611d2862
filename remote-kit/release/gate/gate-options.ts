import { Type, type Static } from '@sinclair/typebox';
import { parseChecked } from '@vidlunnia/contracts/checked';

const GateOptionsSchema = Type.Object({
  /** Name of the remote whose release is tried. */
  remote: Type.String(),
  /** Address of the shell without the new release. */
  live: Type.String(),
  /** Address of the shell with it. */
  fresh: Type.String(),
  /** Folder of the report. */
  report: Type.String(),
  executablePath: Type.String(),
});

/** What the command tells the browser tests of the gate. */
export type GateOptions = Static<typeof GateOptionsSchema>;

const VARIABLE = 'VIDLUNNIA_GATE';

export const toEnvironment = (options: GateOptions) => ({ [VARIABLE]: JSON.stringify(options) });

export const gateOptions = (): GateOptions =>
  parseChecked(GateOptionsSchema, process.env[VARIABLE] ?? '{}', VARIABLE);
