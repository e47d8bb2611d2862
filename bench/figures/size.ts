import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { remoteList } from '@vidlunnia/settings/topology';
import type { ReleaseSet } from '@vidlunnia/shell/src/remotes/release-set';
import { launchBrowser } from '../measure/browser';
import { measureTransfer, type Transfer } from '../measure/transfer';
import type { Sites } from '../sites/sites';
import { atMost, kilobytes, type Figure } from './figure';

/** Bytes of the remotes' entries, and of the home page once its forms are live. */
export async function measureSizes(sites: Sites): Promise<Figure[]> {
  const browser = await launchBrowser();
  try {
    const federated = await measureTransfer(browser, sites.federated);
    return [
      ...(await entries(sites)),
      {
        name: 'Home page, both forms live: everything transferred',
        measured: kilobytes(federated.bytes),
        unit: 'KB',
        detail: kindsOf(federated),
      },
      {
        name: 'Home page, both forms live: script after gzip',
        measured: kilobytes(federated.scriptGzip),
        unit: 'KB',
      },
    ];
  } finally {
    await browser.close();
  }
}

async function entries({ federated }: Sites): Promise<Figure[]> {
  const response = await fetch(`${federated.url}/-/release-set`);
  const { remotes } = (await response.json()) as ReleaseSet;
  const measured = remoteList.map(async ({ name, folder }): Promise<Figure> => {
    const { version = '' } = remotes[name] ?? {};
    const entry = await readFile(path.join(federated.releases, name, version, 'client/remoteEntry.js'));
    return {
      name: `Entry of ${folder}, gzip`,
      measured: kilobytes(gzipSync(entry, { level: 9 }).length),
      unit: 'KB',
      target: atMost(8),
    };
  });
  return Promise.all(measured);
}

const format = (bytes: number) => kilobytes(bytes).toFixed(1);

const kindsOf = ({ byKind, requests }: Transfer) =>
  Object.entries(byKind)
    .sort(([, a], [, b]) => b - a)
    .map(([kind, bytes]) => `${kind.toLowerCase()} ${format(bytes)}`)
    .join(', ') + ` in ${String(requests)} requests`;
