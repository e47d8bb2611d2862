import { atLeast, atMost, interleave, median, type Figure } from '../figure';
import { processorTime } from '../measure/process-tree';
import { CONNECTIONS, load } from '../measure/tool';
import type { BenchSite } from '../servers/site';
import { startStaticCopy } from '../servers/static-copy';

/** Requests per second for a cached page compared with a bare server, and the cost of an uncached page. */
export async function measureThroughput(site: BenchSite, rounds: number): Promise<Figure[]> {
  return [await measureCachedPages(site, rounds), await measurePageCpu(site)];
}

async function measureCachedPages({ url }: BenchSite, rounds: number): Promise<Figure> {
  const bare = await startStaticCopy(url);
  try {
    const rates = await interleave(rounds, { site: () => rateOf(url), bare: () => rateOf(bare.url) });
    return {
      name: 'Cached home page: requests compared with a bare server’s',
      measured: median(rates.site.map((rate, round) => rate / (rates.bare[round] ?? NaN))),
      unit: '×',
      target: atLeast(0.5),
      detail: `${median(rates.site).toFixed(0)} to ${median(rates.bare).toFixed(0)} per second, ${String(CONNECTIONS)} connections`,
    };
  } finally {
    await bare.stop();
  }
}

async function rateOf(url: string): Promise<number> {
  const headers = { 'accept-encoding': 'br' };
  const { errors, timeouts, non2xx, requests } = await load(url, { seconds: 5, headers });
  if (errors + timeouts + non2xx > 0)
    throw new Error(`${url}: ${String(errors + timeouts + non2xx)} requests failed`);
  return requests.average;
}

/** Warm-up until Node has compiled hot code, because a shell runs for weeks. */
const WARM_UP = 1_000;
const PAGES = 500;
/** A rejected form is returned with its page, which is never cached. */
const REJECTED = {
  method: 'POST',
  headers: { accept: 'text/html', 'accept-encoding': 'br' },
  body: new URLSearchParams({ name: 'Олена', email: 'nowhere' }),
};

/** Processor time of the shell and its render process for an uncached page. */
async function measurePageCpu({ url, shellProcess }: BenchSite): Promise<Figure> {
  const request = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      const response = await fetch(`${url}/api/contact`, REJECTED);
      const text = await response.text();
      if (response.status !== 422 || !text.includes('value="nowhere"'))
        throw new Error(`The form got ${String(response.status)} instead of its page`);
    }
  };
  await request(WARM_UP);
  const before = await processorTime(shellProcess);
  await request(PAGES);
  return {
    name: 'Uncached home page: processor time of the shell and its render process',
    measured: ((await processorTime(shellProcess)) - before) / PAGES,
    unit: 'ms',
    target: atMost(12),
    detail: `${String(PAGES)} pages after ${String(WARM_UP)}, one after the other`,
  };
}
