import { startLoad } from '../measure/load';
import { residentMemory } from '../measure/resident-memory';
import type { Sites } from '../sites/sites';
import { atMost, type Figure } from './figure';

const SECONDS = 60;

/** Memory of the shell's process after it has been asked for the home page as fast as it answers. */
export async function measureMemory({ federated }: Sites): Promise<Figure[]> {
  const before = await residentMemory(federated.shellProcess);
  const { requests, errors, timeouts, non2xx } = await startLoad(federated.url, {
    duration: SECONDS,
    headers: { 'accept-encoding': 'br' },
  }).result;
  const failed = errors + timeouts + non2xx;
  if (failed > 0) throw new Error(`${String(failed)} requests failed`);
  return [
    {
      name: 'Memory of the shell after a minute of load',
      measured: await residentMemory(federated.shellProcess),
      unit: 'MB',
      target: atMost(300),
      detail: `resident; ${before.toFixed(0)} MB before; ${requests.average.toFixed(0)} requests per s`,
    },
  ];
}
