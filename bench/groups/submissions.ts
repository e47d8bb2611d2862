import { message } from '@vidlunnia/api/test/support/payloads';
import { atLeast, interleave, median, type Figure } from '../figure';
import { CONNECTIONS, rateOf } from '../measure/tool';
import { startProgram } from '../servers/program';
import type { BenchSite } from '../servers/site';

const LOAD = {
  seconds: 5,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(message),
};

/** Submissions per second compared with a bare route that inserts the same into the same kind of database. */
export async function measureSubmissions({ apiOrigin }: BenchSite, rounds: number): Promise<Figure[]> {
  const bare = await startProgram('insert.ts');
  try {
    const rates = await interleave(rounds, {
      api: () => rateOf(`${apiOrigin}/api/contact`, LOAD),
      bare: () => rateOf(bare.url, LOAD),
    });
    return [
      {
        name: 'Submissions compared with a bare route’s inserts',
        measured: median(rates.api.map((rate, round) => rate / (rates.bare[round] ?? NaN))),
        unit: '×',
        target: atLeast(0.5),
        detail: `${median(rates.api).toFixed(0)} to ${median(rates.bare).toFixed(0)} per second, ${String(CONNECTIONS)} connections`,
      },
    ];
  } finally {
    await bare.stop();
  }
}
