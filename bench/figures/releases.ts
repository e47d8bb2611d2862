import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { repositoryRoot } from '@vidlunnia/remote-kit/process/repository';
import { remotes } from '@vidlunnia/settings/topology';
import { startLoad } from '../measure/load';
import { median } from '../measure/median';
import { residentMemory } from '../measure/process-tree';
import { openTeam, type BenchTeam } from '../sites/team';
import type { FederatedSite } from '../sites/federated';
import type { Sites } from '../sites/sites';
import { atMost, type Figure } from './figure';

const RELEASES = 3;
/** The component's sentence that is changed for a release, and put back. */
const CHANGED = 'mfe-blog/src/teaser/copy.ts';
const WORD = 'кейси';
const SWAPS = 10;
const ROLLBACKS = 5;
const PROMOTIONS = 100;
/** Promotions before memory is compared: the first ones fill caches. */
const WARM_UP = 10;
const REQUESTS_PER_SECOND = 200;
/** Seconds that all promotions may take; the load is stopped when they are done. */
const LONGEST_LOAD = 600;

/** How fast a release and a rollback reach visitors, and what many promotions do to a busy shell. */
export async function measureReleases({ federated }: Sites): Promise<Figure[]> {
  const team = await openTeam(remotes.blog, federated);
  return [
    ...(await measureCommand(federated)),
    await measureSwaps(team),
    await measureRollbacks(team, federated),
    ...(await measurePromotions(team, federated)),
  ];
}

/**
 * The whole command from a built tree, npm's start included: with one sentence of a component changed, and unchanged.
 * The first release of a machine knows nothing yet, and is not counted.
 */
async function measureCommand(site: FederatedSite): Promise<Figure[]> {
  const file = path.join(repositoryRoot(), CHANGED);
  const original = await readFile(file, 'utf8');
  if (!original.includes(WORD)) throw new Error(`${CHANGED} says nothing of ${WORD}`);
  const change = (release: number) =>
    writeFile(file, original.replace(WORD, `${WORD}${'і'.repeat(release + 1)}`));
  try {
    await change(0);
    const first = await releaseByCommand(site);
    const times: number[] = [];
    const gates: number[] = [];
    for (let release = 1; release <= RELEASES; release++) {
      await change(release);
      const { seconds, said } = await releaseByCommand(site);
      times.push(seconds);
      gates.push(Number(/^Browser: .*, ([\d.]+) s$/m.exec(said)?.[1] ?? NaN));
    }
    const { seconds: unchanged } = await releaseByCommand(site);
    const detail = `${String(RELEASES)} releases; median ${median(times).toFixed(1)} s; the machine’s first one ${first.seconds.toFixed(1)} s`;
    const seconds = { unit: 's', detail } as const;
    return [
      {
        name: 'Release of one changed component, slowest',
        measured: Math.max(...times),
        target: atMost(30),
        ...seconds,
      },
      {
        name: 'Its browser gate, slowest',
        measured: Math.max(...gates),
        ...seconds,
      },
      { name: 'Release of an unchanged tree', measured: unchanged, target: atMost(3), ...seconds },
    ];
  } finally {
    await writeFile(file, original);
  }
}

async function releaseByCommand(site: FederatedSite) {
  const started = performance.now();
  const child = spawn('npm', ['run', 'release', '-w', remotes.blog.folder], {
    cwd: repositoryRoot(),
    env: { ...process.env, ...site.environment, SITE_URL: site.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The release did not work:\n${said}`);
  return { seconds: (performance.now() - started) / 1000, said };
}

/** From the moment at which the pointer was replaced to the first page that the new release is in. */
async function measureSwaps(team: BenchTeam): Promise<Figure> {
  const times: number[] = [];
  for (let swap = 0; swap < SWAPS; swap++) {
    const version = await team.release();
    const started = performance.now();
    await team.untilOnPage(version);
    times.push((performance.now() - started) / 1000);
  }
  return {
    name: 'From the pointer to the first page with the release, slowest',
    measured: Math.max(...times),
    unit: 's',
    target: atMost(2),
    detail: `${String(SWAPS)} releases at the default polling; median ${median(times).toFixed(2)} s`,
  };
}

/** The whole command, npm's start included; the page has the earlier release when it ends. */
async function measureRollbacks(team: BenchTeam, site: FederatedSite): Promise<Figure> {
  const times: number[] = [];
  for (let rollback = 0; rollback < ROLLBACKS; rollback++) {
    const earlier = await team.onPage();
    await team.untilOnPage(await team.release());
    const started = performance.now();
    const child = spawn('npm', ['run', 'rollback', '-w', remotes.blog.folder, '--', earlier], {
      cwd: repositoryRoot(),
      env: { ...process.env, ...site.environment, SITE_URL: site.url },
      stdio: 'ignore',
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    times.push((performance.now() - started) / 1000);
    if (code !== 0 || (await team.onPage()) !== earlier) throw new Error('The rollback did not work');
  }
  return {
    name: 'Rollback with its command, slowest',
    measured: Math.max(...times),
    unit: 's',
    target: atMost(3),
    detail: `${String(ROLLBACKS)} rollbacks; median ${median(times).toFixed(2)} s`,
  };
}

async function measurePromotions(team: BenchTeam, site: FederatedSite): Promise<Figure[]> {
  const load = startLoad(site.url, { duration: LONGEST_LOAD, overallRate: REQUESTS_PER_SECOND });
  const memory: number[] = [];
  try {
    for (let promotion = 0; promotion < PROMOTIONS; promotion++) {
      await team.untilOnPage(await team.release());
      memory.push(await residentMemory(site.shellProcess));
    }
  } finally {
    load.stop();
  }
  const { errors, timeouts, non2xx, requests, latency } = await load.result;
  const tenth = (from: number) => median(memory.slice(from, from + WARM_UP));
  const [early, late] = [tenth(WARM_UP), tenth(PROMOTIONS - WARM_UP)];
  return [
    {
      name: `Requests that fail over ${String(PROMOTIONS)} promotions`,
      measured: errors + timeouts + non2xx,
      unit: '',
      target: atMost(0),
      detail: `${String(requests.total)} requests at ${String(REQUESTS_PER_SECOND)} per s; 99 of 100 within ${String(latency.p99)} ms`,
    },
    {
      name: 'Memory of the shell after them beside before',
      measured: late / early,
      unit: '×',
      target: atMost(1.1),
      detail: `resident, medians of ten: ${early.toFixed(0)} to ${late.toFixed(0)} MB`,
    },
  ];
}
