import { prepareData } from './data-folder';
import { startSite } from './site';

/**
 * Prepares the data that sites start with, and starts the one site that most tests share; tests that harm a site start
 * their own.
 */
export default async function siteForAll(): Promise<() => Promise<void>> {
  const removeData = await prepareData();
  const site = await startSite();
  process.env['E2E_SITE'] = JSON.stringify({ url: site.url, dataDir: site.environment['DATA_DIR'] });
  return async () => {
    await site.stop();
    await removeData();
  };
}
