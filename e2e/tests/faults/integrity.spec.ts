import type { Page } from '@playwright/test';
import { chunksOf, entryOf, stylesOf } from '../../support/faults';
import { untilHomeIsWhole } from '../../support/home-page';
import { openInside } from '../../support/inside';
import { readReleaseSet } from '../../support/releases';
import { expect, test } from '../../support/test';
import { expectFailed, expectRestWhole, expectRetriesToWork } from './expectations';
import { ISLANDS_OF_HOME } from './islands-of-home';

/** What somebody on the way could put into a file, in the least harmful form. */
const ALTERED = 'e2eAltered';
const ADDED = {
  script: `;globalThis.${ALTERED} = true;`,
  style: `:root{--${ALTERED}:1}`,
};

const FILES = {
  entry: { files: entryOf('forms'), added: ADDED.script },
  code: { files: chunksOf('forms'), added: ADDED.script },
  'style sheet': { files: stylesOf('forms'), added: ADDED.style },
} as const;

/** Alters the first answers for files, the last sign of their own left as it is. Tells how many were altered. */
async function alter(page: Page, { files, added }: (typeof FILES)[keyof typeof FILES], times = Infinity) {
  let altered = 0;
  await page.route(files, async (route) => {
    if (altered === times) return route.fallback();
    altered += 1;
    const response = await route.fetch();
    return route.fulfill({ response, body: (await response.text()) + added });
  });
  return {
    count: () => altered,
    stop: () => {
      times = altered;
    },
  };
}

const expectNothingAltered = async (page: Page) => {
  expect(await page.evaluate((name) => name in globalThis, ALTERED)).toBe(false);
  const style = await page.evaluate(
    (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`),
    ALTERED,
  );
  expect(style).toBe('');
};

test('an altered script runs and an altered style sheet applies, if nobody checks: the watch notices', async ({
  page,
}) => {
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

// A script of a remote that is altered every time: rendering/choice-on-demand.spec.ts.
for (const what of ['entry', 'style sheet'] as const) {
  test(`the ${what} of forms is altered on its way: it never runs, its islands say so, retries work`, async ({
    page,
  }) => {
    const altering = await alter(page, FILES[what]);
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

test('the code of forms is altered on its way once: it is asked for again, nobody notices', async ({
  page,
}) => {
  const altering = await alter(page, FILES.code, 1);
  await openInside(page);
  for (const island of ISLANDS_OF_HOME.forms) await expect(island.whole(page), island.name).toBeVisible();
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
