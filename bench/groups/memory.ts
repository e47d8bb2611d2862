import { atMost, type Figure } from '../figure';
import { residentMemory } from '../measure/process-tree';
import { load } from '../measure/tool';
import type { BenchSite } from '../servers/site';

const VISITORS = 20_000;

/**
 * Memory of the shell's processes after a minute in which different visitors requested, as fast as they were answered,
 * the home page and posts that do not exist, each at its own address: nothing may be kept for each of them.
 */
export async function measureMemory({ url, shellProcess }: BenchSite): Promise<Figure[]> {
  const before = await residentMemory(shellProcess);
  const { requests, errors, timeouts, statusCodeStats } = await load(url, {
    seconds: 60,
    headers: { 'accept-encoding': 'br' },
    visitors: { count: VISITORS, paths: ['/?visitor=', '/blog/nobody-wrote-'] },
  });
  const counts = Object.entries(statusCodeStats).map(([status, { count }]) => [status, count] as const);
  // A shell sheds load that it cannot render: 503.
  const wrong = counts.filter(([status]) => !['200', '404', '503'].includes(status));
  if (errors + timeouts > 0 || wrong.length > 0)
    throw new Error(`${String(errors + timeouts)} requests failed; statuses: ${JSON.stringify(counts)}`);
  return [
    {
      name: 'Memory of the shell after a minute of load by 20,000 addresses',
      measured: await residentMemory(shellProcess),
      unit: 'MB',
      target: atMost(300),
      detail: [
        `resident, with its render process; ${before.toFixed(0)} MB before`,
        `${requests.average.toFixed(0)} requests per s`,
        counts.map(([status, count]) => `${status}: ${String(count)}`).join(', '),
      ].join('; '),
    },
  ];
}
