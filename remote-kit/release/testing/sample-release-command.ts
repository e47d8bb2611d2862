import { runCommand } from '../run-command';
import { release } from '../release';
import type { SampleSources } from './release-process';
import { sampleRelease } from './sample-release';
import { sampleTree } from './sample-tree';

/** `npm run release` of a team with sample sources. */
runCommand(async (team, args, signal) => {
  const { version, scripts = {}, stuckAt } = JSON.parse(process.env['SAMPLE_SOURCES'] ?? '') as SampleSources;
  const built = sampleRelease(version);
  // Node would end a process without pending work.
  const never = () => new Promise<never>(() => setInterval(() => undefined, 60_000));
  const read = (file: string) => (file === stuckAt ? never() : built.read(file));
  await release(team, args, signal, sampleTree({ ...built, read }, scripts, process.cwd()));
});
