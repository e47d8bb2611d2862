import { gzipSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { FORM_IDS, type FormName } from '@vidlunnia/contracts';
import type { Site } from '../sites/site';
import { noteLiveForms, untilLive } from '../visits/live-forms';
import { jumpTo } from '../visits/page';
import { withPhone } from './browser';

export interface Transfer {
  /** Bytes that came over the network, headers included. */
  readonly bytes: number;
  readonly requests: number;
  /** Bytes by kind: `Document`, `Script`, `Stylesheet`, `Font`, `Image` … */
  readonly byKind: Readonly<Record<string, number>>;
  /** Bytes of the scripts after gzip, whatever they were sent in. */
  readonly scriptGzip: number;
}

/** What the home page brings to a visitor who goes to both of its forms, up to where they are live and it is quiet. */
export const measureTransfer = (browser: Browser, { url }: Site): Promise<Transfer> =>
  withPhone(browser, async (page, devtools) => {
    const kinds = new Map<string, string>();
    const scripts = new Set<string>();
    const byKind: Record<string, number> = {};
    let requests = 0;
    devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
      // What travels inside a style sheet is no request of its own.
      if (response.url.startsWith('data:')) return;
      kinds.set(requestId, type);
      if (type === 'Script') scripts.add(response.url);
    });
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId);
      if (kind === undefined) return;
      byKind[kind] = (byKind[kind] ?? 0) + encodedDataLength;
      requests += 1;
    });
    await devtools.send('Network.enable');
    await noteLiveForms(page);
    await page.goto(url, { waitUntil: 'networkidle' });
    for (const form of Object.keys(FORM_IDS) as FormName[]) {
      await jumpTo(page, `#${FORM_IDS[form]}`);
      await untilLive(page, form);
    }
    await page.waitForLoadState('networkidle');
    const bytes = Object.values(byKind).reduce((sum, kind) => sum + kind, 0);
    return { bytes, requests, byKind, scriptGzip: await gzipped([...scripts]) };
  });

async function gzipped(urls: readonly string[]): Promise<number> {
  const sizes = urls.map(async (url) => {
    const response = await fetch(url);
    return gzipSync(Buffer.from(await response.arrayBuffer()), { level: 9 }).length;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
