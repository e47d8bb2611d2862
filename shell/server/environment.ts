import { CONTENT_SETTINGS } from '@vidlunnia/content/settings';
import { REMOTE_NAMES } from '@vidlunnia/contracts';
import { readEngineSettings, type EngineSettings } from '@vidlunnia/engine/server';
import { readSettings } from '@vidlunnia/settings';

/** The shell's configuration. */
export type Environment = EngineSettings & {
  /** Months for which submissions are kept; 0 keeps them. */
  readonly retentionMonths: number;
};

/** Throws an EnvironmentError that names every wrong variable. */
export const readEnvironment = (variables: NodeJS.ProcessEnv): Environment =>
  readSettings(variables, (reader) => ({
    ...readEngineSettings(reader, REMOTE_NAMES),
    retentionMonths: reader.get(CONTENT_SETTINGS.retentionMonths),
  }));
