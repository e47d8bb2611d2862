import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { startBakery } from '../../testing/bakery/start';
import { SaturatedError } from '../render/supervised-worker';

test('renders, the page cache, workers and releases are measured', async () => {
  const site = await startBakery(undefined, { metricsPort: 0 });
  await site.ask('/');
  await site.ask('/');
  for (const error of [new Error('x'), new SaturatedError()]) {
    site.renderer()?.render.mockRejectedValueOnce(error);
    await site.ask('/news/1');
  }
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
  await once(child, 'spawn');
  const metrics = await site.metrics();
  child.kill();
  for (const line of [
    'http_request_duration_seconds_count{method="GET",route="/*",status="2xx"} 2',
    'http_request_duration_seconds_count{method="GET",route="/*",status="5xx"} 2',
    'shell_render_duration_seconds_count{outcome="rendered"} 1',
    'shell_render_duration_seconds_count{outcome="failed"} 1',
    'shell_render_duration_seconds_count{outcome="shed"} 1',
    'shell_page_cache_lookups_total{result="fresh"} 1',
    'shell_page_cache_lookups_total{result="stale"} 0',
    'shell_page_cache_lookups_total{result="miss"} 3',
    'shell_page_cache_pages 1',
    'shell_promotions_total{remote="news"} 1',
  ])
    expect(metrics.split('\n')).toContain(line);
  // Of child processes, where the system says it.
  const memory = /^shell_render_workers_memory_bytes (\d+)$/m.exec(metrics)?.[1];
  expect(Number(memory) > 0).toBe(process.platform === 'linux');
  expect(metrics).toMatch(/^shell_render_worker_ready\{release_set="\w{12}"\} 1$/m);
  expect(metrics).toMatch(/^shell_render_worker_restarts_total\{release_set="\w{12}"\} 0$/m);
  expect(metrics).toMatch(/^shell_release_info\{remote="news",version="\w{12}",commit="\w*"\} 1$/m);
});
