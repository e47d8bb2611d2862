import { launchBrowser } from '../measure/browser';
import { interleave } from '../measure/interleave';
import { median } from '../measure/median';
import type { Sites } from '../sites/sites';
import { touchForm, touchMenu, typeLetter } from '../visits/first-touch';
import type { Delay } from '../visits/interactions';
import { goPrefetched, goThrottled, goUnthrottled } from '../visits/to-post';
import { visitWhole } from '../visits/whole-visit';
import { atMost, type Figure } from './figure';

/** What visitors feel of a page that runs nothing until they touch it. */
export async function measureTouch(sites: Sites, rounds: number): Promise<Figure[]> {
  const { url } = sites.federated;
  const browser = await launchBrowser();
  try {
    const answered = await interleave(rounds, {
      menu: () => touchMenu(browser, url),
      letter: () => typeLetter(browser, url),
      form: () => touchForm(browser, url),
    });
    const visits = await interleave(rounds, { visit: () => visitWhole(browser, url) });
    const gone = await interleave(rounds, {
      unthrottled: () => goUnthrottled(browser, url),
      throttled: () => goThrottled(browser, url),
      prefetched: () => goPrefetched(browser, url),
    });
    return [
      milliseconds('First touch: the menu', answered.menu, 100),
      milliseconds('First touch: a letter in a field', answered.letter, 50),
      milliseconds('First touch: the contact form’s own code', answered.form, 2_500),
      slowestOf(
        'Whole visit: slowest answer (INP)',
        visits.visit.map(({ event }) => event),
      ),
      slowestOf(
        'Whole visit: longest task',
        visits.visit.map(({ task }) => task),
      ),
      milliseconds('To a post in the live page, not throttled', gone.unthrottled, 150),
      milliseconds('To a post in the live page', gone.throttled, 1_200),
      milliseconds('To a post in the live page, pointed at before', gone.prefetched, 300),
    ];
  } finally {
    await browser.close();
  }
}

const milliseconds = (name: string, values: readonly number[], most: number): Figure => ({
  name,
  measured: median(values),
  unit: 'ms',
  target: atMost(most),
  detail: listed(values),
});

const slowestOf = (name: string, delays: readonly Delay[]): Figure => ({
  name,
  measured: median(delays.map(({ took }) => took)),
  unit: 'ms',
  target: atMost(200),
  detail: delays.map(({ what, took, at }) => `${what} ${took.toFixed(0)} at ${at.toFixed(0)}`).join('; '),
});

const listed = (values: readonly number[]) => `${values.map((value) => value.toFixed(0)).join(', ')} ms`;
