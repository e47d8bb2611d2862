import { dataFolder } from '@vidlunnia/settings/places';
import { repository } from './command';
import { prepareData, startSite } from './site';

/**
 * Prepares the data of all sites, and starts the one that most tests share, unless `E2E_URL` names one that runs here
 * with the data of `npm start`.
 */
export default async function siteForAll(): Promise<() => Promise<void>> {
  const removeData = await prepareData();
  const share = (url: string, dataDir: string | undefined) => {
    process.env['E2E_SITE'] = JSON.stringify({ url, dataDir });
  };
  const running = process.env['E2E_URL'];
  if (running !== undefined) {
    share(new URL(running).origin, dataFolder(repository, {}));
    return removeData;
  }
  const site = await startSite();
  share(site.url, site.environment['DATA_DIR']);
  return async () => {
    await site.stop();
    await removeData();
  };
}
