import { failTask, interruption, say } from '../../process/task';
import { release } from '../release';
import { teamHere } from '../team';
import type { SampleSources } from './release-process';
import { sampleRelease, sampleTree } from './sample-release';

const interrupted = interruption();

/** `npm run release` of a team with sample sources. */
async function releaseSample(): Promise<void> {
  const { version, scripts = {}, stuckAt } = JSON.parse(process.env['SAMPLE_SOURCES'] ?? '') as SampleSources;
  const built = sampleRelease(version);
  // Node would end a process without pending work.
  const never = () => new Promise<never>(() => setInterval(() => undefined, 60_000));
  const read = (file: string) => (file === stuckAt ? never() : built.read(file));
  await release(teamHere(process.env, say), {}, sampleTree({ ...built, read }, scripts), interrupted);
}

releaseSample().catch((error: unknown) => failTask(interrupted.aborted ? interrupted.reason : error));
