import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

const SampleSourcesSchema = Type.Object({
  version: Type.String(),
  scripts: Type.Record(Type.String(), Type.String()),
  /** File of the release that is never read to its end. */
  stuckAt: Type.Optional(Type.String()),
});

/** Sources of which a process makes a release. */
export type SampleSources = Static<typeof SampleSourcesSchema>;

/** Where the process finds them. */
export const SOURCES_VARIABLE = 'SAMPLE_SOURCES';

export const sampleSources = ({ [SOURCES_VARIABLE]: text = '' }: NodeJS.ProcessEnv): SampleSources =>
  Value.Decode(SampleSourcesSchema, JSON.parse(text));
