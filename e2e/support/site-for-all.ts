import { startSite } from './site';

/** Starts the one site that most tests share; tests that harm a site start their own. */
export default async function siteForAll(): Promise<() => Promise<void>> {
  const site = await startSite();
  process.env['E2E_SITE'] = JSON.stringify({ url: site.url, dataDir: site.environment['DATA_DIR'] });
  return () => site.stop();
}
