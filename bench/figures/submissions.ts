import { message } from '@vidlunnia/api/test/support/payloads';
import { interleave } from '../measure/interleave';
import { CONNECTIONS, startLoad } from '../measure/load';
import { median } from '../measure/median';
import { startProgram } from '../sites/program';
import type { Sites } from '../sites/sites';
import { atLeast, type Figure } from './figure';

const SECONDS = 5;

/** Submissions per second beside a bare route that inserts the same into the same database, synced alike. */
export async function measureSubmissions({ federated }: Sites, rounds: number): Promise<Figure[]> {
  const bare = await startProgram('bare insert', 'insert-server.ts', {});
  try {
    const perSecond = await interleave(rounds, {
      api: () => fire(`${federated.apiOrigin}/api/contact`),
      bare: () => fire(bare.url),
    });
    const ratios = perSecond.api.map((value, round) => value / (perSecond.bare[round] ?? NaN));
    return [
      {
        name: 'Submissions beside a bare route’s inserts',
        measured: median(ratios),
        unit: '×',
        target: atLeast(0.5),
        detail: `${median(perSecond.api).toFixed(0)} to ${median(perSecond.bare).toFixed(0)} per second, ${String(CONNECTIONS)} connections`,
      },
    ];
  } finally {
    await bare.stop();
  }
}

async function fire(url: string): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(message);
  const { errors, timeouts, non2xx, requests } = await startLoad(url, {
    duration: SECONDS,
    method: 'POST',
    headers,
    body,
  }).result;
  const failed = errors + timeouts + non2xx;
  if (failed > 0) throw new Error(`${url}: ${String(failed)} requests failed`);
  return requests.average;
}
