import { expect, test } from '@playwright/test';
import { fuzz } from '../../fuzz/fuzz';
import { ADDRESSES } from '../../support/pages';
import { startSite } from '../../support/site';

/** A thousandth of `npm run fuzz`, always the same. A site of its own: nobody else may store anything there. */
test('requests of every kind get no 5xx, store nothing when rejected, and have documented responses', async () => {
  const site = await startSite();
  try {
    const apiOrigin = `http://127.0.0.1:${site.environment['API_PORT'] ?? ''}`;
    const dataDir = site.environment['DATA_DIR'] ?? '';
    // A cold site on a slow machine may say 503 of what it could not render in time.
    const statusOf = async (address: string) => (await fetch(site.url + address)).status;
    for (const address of Object.values(ADDRESSES))
      await expect.poll(() => statusOf(address)).toBeLessThan(500);
    const statuses = await fuzz({ url: site.url, apiOrigin, dataDir }, { requests: 100, seed: 14 });
    expect(statuses).toMatchObject({
      ...{ 200: expect.any(Number), 201: expect.any(Number), 303: expect.any(Number) },
      ...{ 400: expect.any(Number), 404: expect.any(Number), 422: expect.any(Number) },
    });
  } finally {
    await site.stop();
  }
});
