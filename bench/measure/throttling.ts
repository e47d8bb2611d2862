import type { Browser, CDPSession, Page } from '@playwright/test';
import { withPhone } from './browser';

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

/** Runs `use` with a page of a slow phone on a slow network. */
export const withSlowPhone = <Result>(
  browser: Browser,
  use: (page: Page, devtools: CDPSession) => Promise<Result>,
): Promise<Result> =>
  withPhone(browser, async (page, devtools) => {
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', NETWORK);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    return use(page, devtools);
  });
