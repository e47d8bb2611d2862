import { Console } from 'node:console';
import path from 'node:path';
import { writeJson } from '@vidlunnia/remote-kit/build/run-webpack';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { failTask, say } from '@vidlunnia/remote-kit/process/task';
import { command, runCommand } from '@vidlunnia/settings/commands';
import { isMet, type Figure } from './figure';
import { measureLighthouse } from './groups/lighthouse';
import { measureMemory } from './groups/memory';
import { measurePosts } from './groups/posts';
import { measureSubmissions } from './groups/submissions';
import { measureThroughput } from './groups/throughput';
import { measureTouch } from './groups/touch';
import { startSite, type BenchSite } from './servers/site';

/** A new group is a file and a line here. */
const GROUPS: Readonly<Record<string, (site: BenchSite, rounds: number) => Promise<Figure[]>>> = {
  throughput: measureThroughput,
  submissions: measureSubmissions,
  posts: measurePosts,
  memory: measureMemory,
  touch: measureTouch,
  lighthouse: measureLighthouse,
};

const bench = command({
  does: `Measures the production build. GROUPS are names, separated by commas: ${Object.keys(GROUPS).join(', ')}.`,
  options: { only: { type: 'string', value: 'GROUPS' }, rounds: { type: 'string', value: 'N' } },
  run: ({ only = Object.keys(GROUPS).join(), rounds = '5' }) => {
    const names = only.split(',');
    const unknown = names.filter((name) => !Object.hasOwn(GROUPS, name));
    if (unknown.length > 0)
      throw new Error(`There is no ${unknown.join(', ')}; there are ${Object.keys(GROUPS).join(', ')}`);
    if (!/^[1-9]\d*$/.test(rounds)) throw new Error(`--rounds takes a whole number, not “${rounds}”`);
    return measure(names, Number(rounds));
  },
});

/** Measures, prints a table, leaves the figures with their details in `bench/results/latest.json`. */
async function measure(names: readonly string[], rounds: number): Promise<void> {
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
    // A failure keeps the figures that were measured before it.
    if (figures.length > 0) await report(figures, rounds);
  }
}

async function report(figures: readonly Figure[], rounds: number): Promise<void> {
  const results = path.join(repositoryRoot(), 'bench/results/latest.json');
  await writeJson(results, {
    measuredAt: new Date().toISOString(),
    node: process.version,
    rounds,
    figures: figures.map((figure) => ({ ...figure, met: isMet(figure) })),
  });
  const rows = figures.map((figure) => ({
    Figure: figure.name,
    Measured: `${figure.measured.toPrecision(4)} ${figure.unit}`.trim(),
    Target: figure.target
      ? `at ${figure.target.at} ${String(figure.target.value)} ${figure.unit}`.trim()
      : '',
    '': isMet(figure) === null ? '' : isMet(figure) ? 'met' : 'not met',
  }));
  new Console(process.stdout).table(rows);
  say(`With details in ${path.relative(repositoryRoot(), results)}`);
}

process.env['NODE_ENV'] = 'production';
runCommand({ bench }, ['bench', ...process.argv.slice(2)]).then(() => process.exit(), failTask);
