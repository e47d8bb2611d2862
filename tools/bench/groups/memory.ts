import { atMost, type Figure } from '../figure';
import { residentMemory } from '../measure/process-tree';
import { load } from '../measure/tool';
import type { BenchSite } from '../servers/site';

const VISITORS = 20_000;

/**
 * Memory of the shell's processes after a minute of load. Many visitors requested the home page and missing posts, each
 * at a new address, to show that memory does not grow with addresses.
 */
export async function measureMemory({ url, shellProcess }: BenchSite): Promise<Figure[]> {
  const before = await residentMemory(shellProcess);
  const { requests, errors, timeouts, statusCodeStats } = await load(url, {
    seconds: 60,
    headers: { 'accept-encoding': 'br' },
    visitors: { count: VISITORS, paths: ['/?visitor=', '/blog/nobody-wrote-'] },
  });
  const statuses = JSON.stringify(statusCodeStats);
  // A shell responds with 503 to load that it cannot render.
  const isExpected = Object.keys(statusCodeStats).every((status) => ['200', '404', '503'].includes(status));
  if (errors + timeouts > 0 || !isExpected)
    throw new Error(`${String(errors + timeouts)} requests failed; statuses: ${statuses}`);
  return [
    {
      name: 'Memory of the shell after a minute of load by 20,000 addresses',
      measured: await residentMemory(shellProcess),
      unit: 'MB',
      target: atMost(300),
      detail: `${before.toFixed(0)} MB before; ${requests.average.toFixed(0)} requests per s; ${statuses}`,
    },
  ];
}
