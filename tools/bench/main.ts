import path from 'node:path';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { failTask, say } from '@vidlunnia/remote-kit/process/task';
import { command, runCommand } from '@vidlunnia/settings/commands';
import type { Figure } from './figure';
import { measureBesideAnchor } from './groups/anchor';
import { measureLighthouse } from './groups/lighthouse';
import { measureMemory } from './groups/memory';
import { measureThroughput } from './groups/throughput';
import { measureTouch } from './groups/touch';
import { publish, tableOf, writeFigures } from './report';
import { startSite, type BenchSite } from './servers/site';

type Groups = Readonly<Record<string, (site: BenchSite, rounds: number) => Promise<Figure[]>>>;

/** A new group needs a file and a line here. */
const GROUPS: Groups = {
  throughput: measureThroughput,
  memory: measureMemory,
  touch: measureTouch,
  lighthouse: measureLighthouse,
};

const bench = command({
  does: `Measures the production build. GROUPS are names, separated by commas: ${Object.keys(GROUPS).join(', ')}. With --anchor, the address of AstroWind’s home page, also: anchor. --publish writes the figures into README.md and docs/performance.md.`,
  options: {
    only: { type: 'string', value: 'GROUPS' },
    rounds: { type: 'string', value: 'N' },
    anchor: { type: 'string', value: 'URL' },
    publish: { type: 'boolean' },
  },
  run: async ({ rounds = '5', anchor, ...options }) => {
    const groups: Groups =
      anchor === undefined
        ? GROUPS
        : { ...GROUPS, anchor: (site, count) => measureBesideAnchor(site, count, anchor) };
    const known = Object.keys(groups);
    const names = options.only?.split(',') ?? known;
    const unknown = names.filter((name) => !known.includes(name));
    if (unknown.length > 0)
      throw new Error(`Unknown group: ${unknown.join(', ')}; known: ${known.join(', ')}`);
    if (!/^[1-9]\d*$/.test(rounds)) throw new Error(`--rounds takes a whole number, not “${rounds}”`);
    const figures = await measure(groups, names, Number(rounds));
    if (options.publish) await publish(figures);
  },
});

/** Measures, prints a table and writes the figures with their details into `tools/bench/results/latest.json`. */
async function measure(groups: Groups, names: readonly string[], rounds: number): Promise<Figure[]> {
  say('Starting the site to measure…');
  const site = await startSite();
  const stop = () => void site.stop().finally(() => process.exit(130));
  process.once('SIGTERM', stop).once('SIGINT', stop);
  const figures: Figure[] = [];
  try {
    for (const name of names) {
      say(`Measuring ${name}…`);
      figures.push(...((await groups[name]?.(site, rounds)) ?? []));
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
