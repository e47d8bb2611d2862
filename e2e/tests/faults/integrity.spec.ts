import type { Page } from '@playwright/test';
import { readReleaseSet } from '../../support/releases';
import { breakFiles, chunksOf, entryOf, stylesOf } from '../../support/requests';
import { expect, test } from '../../support/test';
import { openInside, untilHomeIsWhole } from '../../support/pages';
import { expectFailed, expectRestWhole, expectRetriesToWork } from './home-islands';

/** What somebody on the way could put into a file, in the least harmful form. */
const ALTERED = 'e2eAltered';
const ADDED = {
  script: `;globalThis.${ALTERED} = true;`,
  style: `:root{--${ALTERED}:1}`,
};

interface Altered {
  readonly files: RegExp;
  readonly added: string;
}

const FILES: Readonly<Record<string, Altered>> = {
  entry: { files: entryOf('forms'), added: ADDED.script },
  'style sheet': { files: stylesOf('forms'), added: ADDED.style },
};

/** Alters the first files, until it is stopped, without a change of their headers. */
async function alter(page: Page, { files, added }: Altered, times = Infinity) {
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

test('the check itself notices an altered script and style sheet without hashes', async ({ page }) => {
  await page.goto('/nemaie');
  await page.route('**/altered.*', (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: ADDED.script })
      : route.fulfill({ contentType: 'text/css', body: ADDED.style }),
  );
  await page.addScriptTag({ url: '/assets/altered.js' });
  await page.addStyleTag({ url: '/altered.css' });
  await expect(expectNothingAltered(page)).rejects.toThrow();
});

for (const [what, files] of Object.entries(FILES)) {
  test(`the ${what} of forms is altered on its way: it never runs, its islands say so, retries work`, async ({
    page,
  }) => {
    const altering = await alter(page, files);
    await openInside(page);
    await expectFailed(page, 'forms');
    await expectRestWhole(page, 'forms');
    expect(altering.count()).toBeGreaterThan(1);
    await expectNothingAltered(page);
    altering.stop();
    await expectRetriesToWork(page, 'forms');
    await expectNothingAltered(page);
  });
}

test('the code of forms is altered on its way once: the loader asks for it again, and the forms come', async ({
  page,
}) => {
  const altering = await alter(page, { files: chunksOf('forms'), added: ADDED.script }, 1);
  await openInside(page);
  await untilHomeIsWhole(page);
  await expectNothingAltered(page);
  expect(altering.count()).toBe(1);
});

test('every script and style sheet of a remote is asked for with a hash, also at a repeated address', async ({
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
  let lost = 0;
  await page.route(entryOf('blog'), (route) => (lost++ === 0 ? route.abort() : route.fallback()));
  await openInside(page);
  await untilHomeIsWhole(page);
  const seen = (await page.evaluate(() => sessionStorage.getItem('seen') ?? '')).split('\n');
  const { remotes } = await readReleaseSet(shared.url);
  for (const { base } of Object.values(remotes)) {
    const own = seen.filter((line) => line.startsWith(base));
    for (const file of ['remoteEntry.js', '.js', '.css']) {
      expect(own.filter((line) => line.split(' ')[0]?.endsWith(file)).length, file).toBeGreaterThan(0);
    }
  }
  expect(seen.filter((line) => !/ sha384-[\w+/]{64}$/.test(line))).toEqual([]);
  expect(lost).toBe(2);
});
