import { launchBrowser } from '../measure/browser';
import { interleave } from '../measure/interleave';
import { median } from '../measure/median';
import type { Sites } from '../sites/sites';
import { touchForm, touchMenu, typeLetter, type FormTouch } from '../visits/first-touch';
import type { Delay } from '../visits/interactions';
import { readUpTo, WORDS_PER_MINUTE } from '../visits/reading';
import { goPrefetched, goThrottled, goUnthrottled } from '../visits/to-post';
import { visitWhole } from '../visits/whole-visit';
import { atLeast, atMost, type Figure } from './figure';

/** What visitors feel of a page that runs nothing until they touch it. */
export async function measureTouch(sites: Sites, rounds: number): Promise<Figure[]> {
  const { url } = sites.federated;
  const monolith = await sites.monolith();
  const browser = await launchBrowser();
  let touch: FormTouch | undefined;
  try {
    const answered = await interleave(rounds, {
      menu: () => touchMenu(browser, url),
      letter: () => typeLetter(browser, url),
    });
    const forms = await interleave(rounds, {
      site: async () => (touch = await touchForm(browser, url)),
      monolith: () => touchForm(browser, monolith.url, touch?.touchedAt),
    });
    const visits = await interleave(rounds, { visit: () => visitWhole(browser, url) });
    const read = await interleave(rounds, {
      application: () => readUpTo(browser, url, 'application'),
      contact: () => readUpTo(browser, url, 'contact'),
    });
    const gone = await interleave(rounds, {
      unthrottled: () => goUnthrottled(browser, url),
      throttled: () => goThrottled(browser, url),
      prefetched: () => goPrefetched(browser, url),
    });
    return [
      milliseconds('First touch: the menu', answered.menu, 100),
      milliseconds('First touch: a letter in a field', answered.letter, 50),
      ...formFigures(forms.site, forms.monolith),
      slowestOf(
        'Whole visit: slowest answer (INP)',
        visits.visit.map(({ event }) => event),
      ),
      slowestOf(
        'Whole visit: longest task',
        visits.visit.map(({ task }) => task),
      ),
      marginOf('application', read.application),
      marginOf('contact', read.contact),
      milliseconds('To a post in the live page, not throttled', gone.unthrottled, 150),
      milliseconds('To a post in the live page', gone.throttled, 1_200),
      milliseconds('To a post in the live page, pointed at before', gone.prefetched, 300),
    ];
  } finally {
    await browser.close();
  }
}

function formFigures(site: readonly FormTouch[], monolith: readonly FormTouch[]): Figure[] {
  const waited = (touches: readonly FormTouch[]) => touches.map((touch) => touch.waited);
  const at = median(site.map(({ touchedAt }) => touchedAt));
  return [
    {
      ...milliseconds('First touch: the contact form’s own code', waited(site), 2_500),
      detail: `touched ${at.toFixed(0)} ms after the navigation; ${listed(waited(site))}`,
    },
    {
      name: 'First touch: the contact form beside the monolith’s',
      measured: median(waited(site)) / median(waited(monolith)),
      unit: '×',
      target: atMost(1),
      detail: `monolith ${listed(waited(monolith))}`,
    },
  ];
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

const marginOf = (form: string, margins: readonly number[]): Figure => ({
  name: `A reader’s ${form} form is live before it is seen`,
  measured: median(margins),
  unit: 'ms',
  target: atLeast(0),
  detail: `${String(WORDS_PER_MINUTE)} words a minute; ${listed(margins)}`,
});

const listed = (values: readonly number[]) => `${values.map((value) => value.toFixed(0)).join(', ')} ms`;
