import { CONTENT_SETTINGS } from '@vidlunnia/content/settings';
import { REMOTE_NAMES } from '@vidlunnia/contracts';
import { readEngineSettings, type EngineSettings } from '@vidlunnia/engine/server';
import { readSettings } from '@vidlunnia/settings';
import type { DataHandling } from '../src/texts/texts';

/** The shell's configuration. */
export type Environment = EngineSettings & DataHandling;

/** Throws an EnvironmentError that names every wrong variable. */
export const readEnvironment = (variables: NodeJS.ProcessEnv): Environment =>
  readSettings(variables, (reader) => ({
    ...readEngineSettings(reader, REMOTE_NAMES),
    retentionMonths: reader.get(CONTENT_SETTINGS.retentionMonths),
    telegramDetails: reader.get(CONTENT_SETTINGS.telegramDetails),
  }));
