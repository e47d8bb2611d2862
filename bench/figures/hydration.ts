import type { Browser } from '@playwright/test';
import { launchBrowser, withPhone } from '../measure/browser';
import { noteMilestones, untilHydrated } from '../measure/hydrated';
import { interleave } from '../measure/interleave';
import { median } from '../measure/median';
import type { Site } from '../sites/site';
import type { Sites } from '../sites/sites';
import { atMost, type Figure } from './figure';

const ROUNDS = 7;

/**
 * Lighthouse's mobile throttling (150 ms, 1.6 Mbit/s down, 750 kbit/s up, processor 4 times slower) as Lighthouse
 * itself sets it in a browser: a request's latency stands there for all its round trips.
 * Source: lighthouse/core/config/constants.js, `mobileSlow4G`.
 */
const NETWORK = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
};
const SLOWER = 4;

/** Milliseconds from the navigation to a live contact form, on every site that makes it live. */
export async function measureHydration(sites: Sites): Promise<Figure[]> {
  const [monolith, clientRendered] = [await sites.monolith(), await sites.clientRendered()];
  const browser = await launchBrowser();
  try {
    const open = (site: Site) => () => openSlowly(browser, site);
    const subjects = {
      federated: open(sites.federated),
      monolith: open(monolith),
      clientRendered: open(clientRendered),
    };
    await interleave(1, subjects);
    const { federated, ...others } = await interleave(ROUNDS, subjects);
    const hydrated = (times: typeof federated) => median(times.map(({ hydratedAt }) => hydratedAt));
    const painted = (times: typeof federated) => median(times.map(({ paintedAt }) => paintedAt));
    const ratios = federated.map(
      ({ hydratedAt }, round) => hydratedAt / (others.monolith[round]?.hydratedAt ?? NaN),
    );
    return [
      {
        name: 'Live contact form beside the monolith’s',
        measured: hydrated(federated) / hydrated(others.monolith),
        unit: '×',
        target: atMost(1.1),
        detail: `round by round ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`,
      },
      { name: 'Live contact form', measured: hydrated(federated), unit: 'ms' },
      { name: 'Live contact form, monolith', measured: hydrated(others.monolith), unit: 'ms' },
      {
        name: 'Live contact form, monolith client-rendered',
        measured: hydrated(others.clientRendered),
        unit: 'ms',
      },
      { name: 'Largest paint', measured: painted(federated), unit: 'ms' },
      { name: 'Largest paint, monolith', measured: painted(others.monolith), unit: 'ms' },
      {
        name: 'Largest paint, monolith client-rendered',
        measured: painted(others.clientRendered),
        unit: 'ms',
      },
    ];
  } finally {
    await browser.close();
  }
}

const openSlowly = (browser: Browser, { url }: Site) =>
  withPhone(browser, async (page, devtools) => {
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', NETWORK);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await noteMilestones(page);
    await page.goto(url, { waitUntil: 'commit' });
    return untilHydrated(page);
  });
