import { randomInt } from 'node:crypto';
import { findTestBrowser } from '@vidlunnia/scripts';
import { dataFolder } from '@vidlunnia/settings/machine';
import { prepareData, startSite } from './site';

/**
 * Sets the variables that workers inherit: browser, seed, and the shared site. `E2E_URL` names a running site with the
 * data of `npm start`; by default, a site is started.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  process.env['CHROMIUM_PATH'] = findTestBrowser();
  process.env['SEED'] ??= String(randomInt(2_000_000_000));
  console.warn(`Random values: SEED=${process.env['SEED']}`);
  const removeData = await prepareData();
  const share = (url: string, dataDir: string | undefined) => {
    process.env['E2E_SITE'] = JSON.stringify({ url, dataDir });
  };
  const running = process.env['E2E_URL'];
  if (running !== undefined) {
    share(new URL(running).origin, dataFolder({}));
    return removeData;
  }
  const site = await startSite();
  share(site.url, site.environment['DATA_DIR']);
  return async () => {
    await site.stop();
    await removeData();
  };
}
