import path from 'node:path';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { failTask, say } from '@vidlunnia/remote-kit/process/task';
import { command, runCommand } from '@vidlunnia/settings/commands';
import type { Figure } from './figure';
import { measureLighthouse } from './groups/lighthouse';
import { measureMemory } from './groups/memory';
import { measureThroughput } from './groups/throughput';
import { measureTouch } from './groups/touch';
import { publish, tableOf, writeFigures } from './report';
import { startSite, type BenchSite } from './servers/site';

/** A new group needs a file and a line here. */
const GROUPS: Readonly<Record<string, (site: BenchSite, rounds: number) => Promise<Figure[]>>> = {
  throughput: measureThroughput,
  memory: measureMemory,
  touch: measureTouch,
  lighthouse: measureLighthouse,
};

const bench = command({
  does: `Measures the production build. GROUPS are names, separated by commas: ${Object.keys(GROUPS).join(', ')}. --publish writes the figures into README.md and docs/performance.md.`,
  options: {
    only: { type: 'string', value: 'GROUPS' },
    rounds: { type: 'string', value: 'N' },
    publish: { type: 'boolean' },
  },
  run: async ({ only = Object.keys(GROUPS).join(), rounds = '5', ...options }) => {
    const names = only.split(',');
    const unknown = names.filter((name) => !Object.hasOwn(GROUPS, name));
    if (unknown.length > 0)
      throw new Error(`Unknown group: ${unknown.join(', ')}; known: ${Object.keys(GROUPS).join(', ')}`);
    if (!/^[1-9]\d*$/.test(rounds)) throw new Error(`--rounds takes a whole number, not “${rounds}”`);
    const figures = await measure(names, Number(rounds));
    if (options.publish) await publish(figures);
  },
});

/** Measures, prints a table and writes the figures with their details into `tools/bench/results/latest.json`. */
async function measure(names: readonly string[], rounds: number): Promise<Figure[]> {
  say('Starting the site to measure…');
  const site = await startSite();
  const stop = () => void site.stop().finally(() => process.exit(130));
  process.once('SIGTERM', stop).once('SIGINT', stop);
  const figures: Figure[] = [];
  try {
    for (const name of names) {
      say(`Measuring ${name}…`);
      figures.push(...((await GROUPS[name]?.(site, rounds)) ?? []));
    }
  } finally {
    await site.stop();
    // Also after a failure, to keep the earlier figures.
    say(tableOf(figures));
    await writeFigures(path.join(repositoryRoot(), 'tools/bench/results/latest.json'), figures);
  }
  return figures;
}

process.env['NODE_ENV'] = 'production';
runCommand({ bench }, ['bench', ...process.argv.slice(2)]).then(() => process.exit(), failTask);
