import { expect, test } from '@playwright/test';
import { fuzz } from '../../fuzz/fuzz';
import { ADDRESSES } from '../../support/pages';
import { startSite } from '../../support/site';

// A thousandth of `npm run fuzz`, with a fixed seed, to a site that stores nothing else.
test('requests of every kind get no 5xx, store nothing when rejected, and have documented responses', async () => {
  const site = await startSite();
  try {
    // A cold site may respond with 503 until it has rendered a page.
    const statusOf = async (address: string) => (await fetch(site.url + address)).status;
    for (const address of Object.values(ADDRESSES))
      await expect.poll(() => statusOf(address)).toBeLessThan(500);
    const statuses = await fuzz(site, { requests: 100, seed: 14 });
    expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['200', '201', '303', '400', '404', '422']));
  } finally {
    await site.stop();
  }
});
