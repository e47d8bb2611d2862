import { request } from 'node:http';
import { interleave } from '../measure/interleave';
import { CONNECTIONS, startLoad } from '../measure/load';
import { median } from '../measure/median';
import type { BareInput } from '../sites/bare-server';
import { startProgram } from '../sites/program';
import type { Site } from '../sites/site';
import type { Sites } from '../sites/sites';
import { atLeast, type Figure } from './figure';
import { measurePageCpu } from './page-cpu';

const SECONDS = 5;
/** What Node's server says by itself. */
const OF_THE_CONNECTION = new Set(['date', 'connection', 'keep-alive']);
const HEADERS = { 'accept-encoding': 'br' };

/** Requests per second for ready bytes beside servers that do nothing else, and what an uncached page takes. */
export async function measureThroughput(sites: Sites, rounds: number): Promise<Figure[]> {
  const { federated } = sites;
  const api = (path: string) => ({ name: path, url: federated.apiOrigin + path });
  return [
    await besideBare(
      'Cached home page: requests beside a bare server’s',
      federated,
      'bare-server.ts',
      rounds,
    ),
    ...(await measurePageCpu(sites)),
    await besideBare(
      'Services: requests beside a bare route’s',
      api('/api/services'),
      'route-server.ts',
      rounds,
    ),
    await besideBare(
      'List of posts: requests beside a bare route’s',
      api('/api/blog'),
      'route-server.ts',
      rounds,
    ),
  ];
}

type Target = Pick<Site, 'name' | 'url'>;

/** The rate of an address beside that of a server that sends the same bytes. */
async function besideBare(name: string, target: Target, server: string, rounds: number): Promise<Figure> {
  const bare = await startProgram('bare', server, await sameBytes(target));
  try {
    const perSecond = await interleave(rounds, { site: () => fire(target), bare: () => fire(bare) });
    const [site, other] = [median(perSecond.site), median(perSecond.bare)];
    const ratios = perSecond.site.map((value, round) => value / (perSecond.bare[round] ?? NaN));
    return {
      name,
      measured: median(ratios),
      unit: '×',
      target: atLeast(0.5),
      detail: `${site.toFixed(0)} to ${other.toFixed(0)} per second, ${String(CONNECTIONS)} connections`,
    };
  } finally {
    await bare.stop();
  }
}

/** What a client that fires gets, its headers included. */
const sameBytes = ({ url }: Target) =>
  new Promise<BareInput>((resolve, reject) => {
    const asked = request(url, { headers: HEADERS }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const headers: Record<string, string> = {};
        for (const [name, value] of Object.entries(response.headers)) {
          if (typeof value === 'string' && !OF_THE_CONNECTION.has(name)) headers[name] = value;
        }
        resolve({ headers, body: Buffer.concat(chunks).toString('base64') });
      });
    });
    asked.on('error', reject).end();
  });

async function fire({ name, url }: Target): Promise<number> {
  const { errors, timeouts, non2xx, requests } = await startLoad(url, { duration: SECONDS, headers: HEADERS })
    .result;
  const failed = errors + timeouts + non2xx;
  if (failed > 0) throw new Error(`${name}: ${String(failed)} requests failed`);
  return requests.average;
}
