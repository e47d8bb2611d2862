import { Console } from 'node:console';
import path from 'node:path';
import { writeJson } from '@vidlunnia/remote-kit/build';
import { repositoryRoot } from '@vidlunnia/remote-kit/process/repository';
import { isMet, type Figure, type Group } from './figures/figure';
import { measureDevelopment } from './figures/development';
import { measureLighthouse } from './figures/lighthouse';
import { measureMemory } from './figures/memory';
import { measureReleases } from './figures/releases';
import { measureSizes } from './figures/size';
import { measureSubmissions } from './figures/submissions';
import { measureThroughput } from './figures/throughput';
import { measureTouch } from './figures/touch';
import { readOptions } from './options';
import { openSites, type Sites } from './sites/sites';

const MEASURE: Readonly<Record<Group, (sites: Sites, rounds: number) => Promise<Figure[]>>> = {
  size: measureSizes,
  throughput: measureThroughput,
  submissions: measureSubmissions,
  memory: measureMemory,
  releases: measureReleases,
  development: measureDevelopment,
  touch: measureTouch,
  lighthouse: measureLighthouse,
};
const RESULTS = path.join(repositoryRoot(), 'bench/results/latest.json');

const say = (line: string) => process.stdout.write(`${line}\n`);

/** `npm run bench`: measures, prints a table, leaves the figures with their details in `bench/results/latest.json`. */
async function bench(): Promise<void> {
  const { groups, rounds } = readOptions(process.argv.slice(2));
  say('Starting the sites to measure…');
  const sites = await openSites();
  const stop = () => void sites.stop().finally(() => process.exit(130));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  const figures: Figure[] = [];
  try {
    for (const group of groups) {
      say(`Measuring ${group}…`);
      figures.push(...(await MEASURE[group](sites, rounds)));
    }
  } finally {
    await sites.stop();
    // What was measured before something failed was paid for.
    if (figures.length > 0) await report(figures, rounds);
  }
}

async function report(figures: readonly Figure[], rounds: number): Promise<void> {
  const results = figures.map((figure) => ({ ...figure, met: isMet(figure) }));
  await writeJson(RESULTS, {
    measuredAt: new Date().toISOString(),
    node: process.version,
    rounds,
    figures: results,
  });
  new Console(process.stdout).table(figures.map(rowOf));
  say(`With details in ${path.relative(repositoryRoot(), RESULTS)}`);
}

function rowOf(figure: Figure) {
  const { name, measured, unit, target } = figure;
  const isReached = isMet(figure);
  return {
    Figure: name,
    Measured: `${measured.toPrecision(4)} ${unit}`.trim(),
    Target: target ? `at ${target.at} ${String(target.value)} ${unit}`.trim() : '',
    '': isReached === null ? '' : isReached ? 'met' : 'not met',
  };
}

bench().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
