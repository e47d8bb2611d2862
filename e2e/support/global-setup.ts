import { randomInt } from 'node:crypto';
import { findTestBrowser } from '@vidlunnia/scripts';
import { getter, originOf } from '@vidlunnia/settings';
import { dataFolder } from '@vidlunnia/settings/machine';
import { api } from '@vidlunnia/settings/topology';
import { prepareData, startSite } from './site';
import type { SharedSite } from './test';

/**
 * Sets the variables that workers inherit: browser, seed, and the shared site. `E2E_URL` names a running site with the
 * data of `npm start`; by default, a site is started.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  process.env['CHROMIUM_PATH'] = findTestBrowser();
  process.env['SEED'] ??= String(randomInt(2_000_000_000));
  console.warn(`Random values: SEED=${process.env['SEED']}`);
  const removeData = await prepareData();
  const running = process.env['E2E_URL'];
  const site = running === undefined ? await startSite() : undefined;
  const shared: SharedSite = {
    url: site?.url ?? new URL(running ?? '').origin,
    api: originOf(api, getter(site?.environment ?? process.env)),
    dataDir: dataFolder(site?.environment ?? {}),
  };
  process.env['E2E_SITE'] = JSON.stringify(shared);
  return async () => {
    await site?.stop();
    await removeData();
  };
}
