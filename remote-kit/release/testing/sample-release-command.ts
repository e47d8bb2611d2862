import { runCommand } from '../run-command';
import { release } from '../release';
import { sampleRelease } from './sample-release';
import { sampleSources } from './sample-sources';
import { sampleTree } from './sample-tree';

/** `npm run release` of a team with sample sources. */
runCommand((team, args, signal) => {
  const { version, scripts, stuckAt } = sampleSources(process.env);
  const built = sampleRelease(version);
  const read = (file: string) => {
    if (file !== stuckAt) return built.read(file);
    team.say(`Stuck at ${file}`);
    // A process that waits for nothing would end.
    return new Promise<never>(() => setInterval(() => undefined, 60_000));
  };
  return release(team, args, signal, sampleTree({ ...built, read }, scripts));
});
