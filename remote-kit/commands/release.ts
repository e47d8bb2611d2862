import { messageOf } from '@vidlunnia/settings/errors';
import { readPointer } from '../release/history';
import { release, type Preview } from '../release/release';
import type { Command } from '../release/run-command';
import type { Team } from '../release/team';
import { workingTree } from '../release/working-tree';

const JSON_FLAG = '--json';

/**
 * `npm run release`. With `--json`, progress goes to standard error, and standard output gets one object with the
 * result.
 */
export const releaseOwn: Command = async (team, args, signal) => {
  if (!args.includes(JSON_FLAG)) {
    await release(team, args, signal, workingTree(team.remote));
    return;
  }
  const rest = args.filter((arg) => arg !== JSON_FLAG);
  const quiet: Team = { ...team, say: (line) => process.stderr.write(`${line}\n`) };
  try {
    await report(team, null, await release(quiet, rest, signal, workingTree(team.remote)));
  } catch (error) {
    await report(team, messageOf(error), null);
    throw error;
  }
};

async function report(
  { remote, site, target }: Team,
  error: string | null,
  preview: Preview | null,
): Promise<void> {
  const answer = await site.ask();
  const live = typeof answer === 'string' ? null : (answer.remotes[remote.name]?.live?.version ?? null);
  const published = await readPointer(target).catch(() => null);
  process.stdout.write(
    `${JSON.stringify({ remote: remote.name, published, live, site: site.url, error, ...(preview && { preview }) })}\n`,
  );
}
