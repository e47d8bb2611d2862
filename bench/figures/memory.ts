import { startLoad } from '../measure/load';
import { residentMemory } from '../measure/process-tree';
import type { Sites } from '../sites/sites';
import { atMost, type Figure } from './figure';

const SECONDS = 60;
const VISITORS = 20_000;

/**
 * Memory of the shell's processes after different visitors have asked, as fast as they are answered, for the home page
 * and for posts that nobody wrote, each at addresses of their own: nothing may be kept for each of them.
 */
export async function measureMemory({ federated }: Sites): Promise<Figure[]> {
  const before = await residentMemory(federated.shellProcess);
  const { requests, errors, timeouts, statusCodeStats } = await startLoad(federated.url, {
    duration: SECONDS,
    headers: { 'accept-encoding': 'br' },
    visitors: { count: VISITORS, paths: ['/?visitor=', '/blog/nobody-wrote-'] },
  }).result;
  const counts = Object.entries(statusCodeStats).map(([status, { count }]) => [status, count] as const);
  // Too many to be rendered at once are shed: that is what the shell is for.
  const wrong = counts.filter(([status]) => !['200', '404', '503'].includes(status));
  if (errors + timeouts > 0 || wrong.length > 0)
    throw new Error(
      `${String(errors)} requests failed, ${String(timeouts)} took too long, answered: ${JSON.stringify(counts)}`,
    );
  const asked = Math.min(VISITORS, requests.total);
  return [
    {
      name: 'Memory of the shell after a minute of load by 20,000 addresses',
      measured: await residentMemory(federated.shellProcess),
      unit: 'MB',
      target: atMost(300),
      detail: [
        `resident, with its render process; ${before.toFixed(0)} MB before`,
        `${requests.average.toFixed(0)} requests per s of ${String(asked)} visitors`,
        counts.map(([status, count]) => `${status}: ${String(count)}`).join(', '),
      ].join('; '),
    },
  ];
}
