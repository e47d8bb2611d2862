import { dataFolder } from '@vidlunnia/scripts/stack';
import { prepareData } from './data-folder';
import { startSite } from './site';

/**
 * Prepares the data that sites start with, and starts the one site that most tests share, unless `E2E_URL` names one
 * that runs here with the data of `npm start`; tests that harm a site start their own.
 */
export default async function siteForAll(): Promise<() => Promise<void>> {
  const removeData = await prepareData();
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

function share(url: string, dataDir: string | undefined): void {
  process.env['E2E_SITE'] = JSON.stringify({ url, dataDir });
}
