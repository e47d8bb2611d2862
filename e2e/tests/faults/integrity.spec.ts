import type { Page } from '@playwright/test';
import { openInside, untilHomeIsWhole } from '../../support/pages';
import { readReleaseSet } from '../../support/releases';
import { breakFiles, chunksOf, entryOf, stylesOf } from '../../support/requests';
import { expect, test } from '../../support/test';
import { expectFailed, expectRestWhole, expectRetriesToWork } from './home-islands';

/** Code that an attacker in transit could add to a file, in a harmless form. */
const ALTERED = 'e2eAltered';
const SCRIPT = `;globalThis.${ALTERED} = true;`;
const STYLE = `:root{--${ALTERED}:1}`;

/** Appends code to at most `times` files, until stopped. Headers are unchanged. */
async function alter(page: Page, files: RegExp, added: string, times = Infinity) {
  let count = 0;
  const stop = await breakFiles(page, files, async (route) => {
    if (count === times) return route.fallback();
    count += 1;
    const response = await route.fetch();
    return route.fulfill({ response, body: (await response.text()) + added });
  });
  return { count: () => count, stop };
}

const expectNothingAltered = async (page: Page) => {
  expect(await page.evaluate((name) => name in globalThis, ALTERED)).toBe(false);
  const style = await page.evaluate(
    (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`),
    ALTERED,
  );
  expect(style).toBe('');
};

for (const [what, files, added] of [
  ['entry', entryOf('forms'), SCRIPT],
  ['style sheet', stylesOf('forms'), STYLE],
] as const) {
  test(`a ${what} of forms that is altered in transit never runs: its islands fail, and retries work`, async ({
    page,
  }) => {
    const altering = await alter(page, files, added);
    await openInside(page);
    await expectFailed(page, 'forms');
    await expectRestWhole(page, 'forms');
    expect(altering.count()).toBeGreaterThan(1);
    await expectNothingAltered(page);
    altering.stop();
    await expectRetriesToWork(page, 'forms');
    await expectNothingAltered(page);

    // Shows that the check detects the code in a file without a hash.
    await page.route('**/altered.*', (route) =>
      added === SCRIPT
        ? route.fulfill({ contentType: 'text/javascript', body: added })
        : route.fulfill({ contentType: 'text/css', body: added }),
    );
    if (added === SCRIPT) await page.addScriptTag({ url: '/assets/altered.js' });
    else await page.addStyleTag({ url: '/altered.css' });
    await expect(expectNothingAltered(page)).rejects.toThrow();
  });
}

test('every script and style sheet of a remote is requested with a hash, also in the retry of an altered file', async ({
  page,
  shared,
}) => {
  await page.addInitScript(() => {
    const seen: string[] = [];
    new MutationObserver((records) => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof HTMLScriptElement || node instanceof HTMLLinkElement)) continue;
        const url = 'src' in node ? node.src : node.href;
        if (url.includes('/remotes/')) seen.push(`${new URL(url).pathname} ${node.integrity}`);
      }
      sessionStorage.setItem('seen', seen.join('\n'));
    }).observe(document, { childList: true, subtree: true });
  });
  const altering = await Promise.all(
    [entryOf('blog'), chunksOf('forms')].map((files) => alter(page, files, SCRIPT, 1)),
  );
  await openInside(page);
  await untilHomeIsWhole(page);
  expect(altering.map(({ count }) => count())).toEqual([1, 1]);
  await expectNothingAltered(page);
  const seen = (await page.evaluate(() => sessionStorage.getItem('seen') ?? '')).split('\n');
  const { remotes } = await readReleaseSet(shared.url);
  for (const { base } of Object.values(remotes)) {
    const own = seen.filter((line) => line.startsWith(base));
    for (const file of ['remoteEntry.js', '.js', '.css']) {
      expect(own.filter((line) => line.split(' ')[0]?.endsWith(file)).length, file).toBeGreaterThan(0);
    }
  }
  expect(seen.filter((line) => !/ sha384-[\w+/]{64}$/.test(line))).toEqual([]);
});
