import { processorTime } from '../measure/process-tree';
import type { Sites } from '../sites/sites';
import { atMost, type Figure } from './figure';

/** Until Node has compiled what it uses often: a shell runs for weeks. */
const WARM_UP = 1_000;
const PAGES = 500;

/** A form that is rejected comes back as the page with what was typed: that is one visitor's, and kept nowhere. */
const FORM = '/api/contact';
const REJECTED = {
  method: 'POST',
  headers: {
    accept: 'text/html',
    'accept-encoding': 'br',
    'content-type': 'application/x-www-form-urlencoded',
  },
  body: new URLSearchParams({ name: 'Олена', email: 'nowhere' }).toString(),
};

/**
 * Processor time that the shell takes for a page that no cache has: of the process that answers and of the one that
 * renders, from the request to its compressed bytes.
 */
export async function measurePageCpu({ federated }: Sites): Promise<Figure[]> {
  const ask = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      const response = await fetch(federated.url + FORM, REJECTED);
      const text = await response.text();
      if (response.status !== 422 || !text.includes('value="nowhere"'))
        throw new Error(`The form was answered ${String(response.status)}, not by its page`);
    }
  };
  await ask(WARM_UP);
  const before = await processorTime(federated.shellProcess);
  await ask(PAGES);
  const spent = (await processorTime(federated.shellProcess)) - before;
  return [
    {
      name: 'Uncached home page: processor time of the shell and its render process',
      measured: spent / PAGES,
      unit: 'ms',
      target: atMost(12),
      detail: `${String(PAGES)} pages after ${String(WARM_UP)}, one after the other`,
    },
  ];
}
