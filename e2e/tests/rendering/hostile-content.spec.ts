import type { Page } from '@playwright/test';
import { HOSTILE_VECTORS } from '@vidlunnia/contracts/testing/hostile-vectors';
import { samplePost, sampleService } from '../../support/api-double';
import { expect, shareShell, test } from '../../support/lone-shell';
import { holdScripts } from '../../support/requests';
import { followLink, untilPageIsLive, watchOutput } from '../../support/pages';

/** Ends scripts and comments, opens elements, quotes in all ways, breaks lines in JavaScript, leaves the first plane. */
const HOSTILE =
  '</script><script>document.title="зламано"</script><!-- <b>&amp;&lt; "подвійні" \'прості\' `зворотні` ${x} \\u003c \\ \u2028\u2029 🧨👩‍🚀 ]]> {title} $& $1 %3Cscript%3E';

const post = samplePost('vorozhyi', {
  title: `Назва ${HOSTILE}`,
  excerpt: `Уривок ${HOSTILE}`,
  category: `Рубрика ${HOSTILE}`,
  author: `Авторка ${HOSTILE}`,
  image_alt: `Малюнок ${HOSTILE}`,
  description: `Опис ${HOSTILE}`,
  content:
    '<p>Текст &lt;/script&gt; <!-- <b> --> <script>document.title="зламано"</script><a href="javascript:alert(1)">зле</a> <strong>кінець</strong></p>\u2028',
});
const service = sampleService('ворожа', {
  title: `Назва ${HOSTILE}`,
  description: `Опис ${HOSTILE}`,
  features: [`Риса ${HOSTILE}`, HOSTILE],
});

/** All vectors of a family in one post, each followed by a word that must be left. */
const families = Object.entries(HOSTILE_VECTORS).map(([family, vectors]) =>
  // What never closes an element goes last, so that nothing hides the others.
  samplePost(`rodyna-${family}`, { content: vectors.map((vector) => `<div>${vector}</div>`).join('\n') }),
);

const lone = shareShell(({ api }) => {
  api.content = { services: [service], posts: [post, samplePost('zvychainyi'), ...families] };
  api.submissionStatus = 422;
});

/** Whitespace is drawn as one space. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

async function expectTexts(page: Page, selector: string, wanted: readonly string[]): Promise<void> {
  const text = plain((await page.locator(selector).textContent()) ?? '');
  for (const words of wanted) expect(text).toContain(plain(words));
}

/** Elements that the texts would make if they were taken for HTML. */
const INJECTED =
  'main script:not([type="application/ld+json"]), main [onerror], main a[href^="javascript:"], :is(#services, #blog, h1, header, form) b';

/** Nothing of the text became an element or was run. */
async function expectUnharmed(page: Page): Promise<void> {
  expect(await page.title()).not.toMatch(/^(?:зламано|1)$/);
  expect(
    await page.locator(INJECTED).evaluateAll((elements) => elements.map(({ outerHTML }) => outerHTML)),
  ).toEqual([]);
}

test('hostile texts of services and posts stand on the home page as they are, before and after hydration', async ({
  page,
}) => {
  const output = watchOutput(page);
  await page.goto(lone().url);
  const expectAll = async () => {
    await expectTexts(page, '#services', [service.title, service.description, ...service.features]);
    await expectTexts(page, '#blog', [post.title, post.excerpt, post.category]);
    await expectUnharmed(page);
  };
  await expectAll();
  await untilPageIsLive(page);
  await expectAll();
  expect(output).toEqual([]);
});

test('a hostile post stands on its page as it is, before and after hydration', async ({ page }) => {
  const output = watchOutput(page);
  await page.goto(`${lone().url}/blog/${post.id}`);
  const expectAll = async () => {
    await expectTexts(page, 'h1', [post.title]);
    await expectTexts(page, 'article', [post.category, post.author]);
    expect(await page.locator('article img').first().getAttribute('alt')).toBe(post.image_alt);
    await expect(page.locator('article strong')).toHaveText('кінець');
    await expectUnharmed(page);
  };
  await expectAll();
  await untilPageIsLive(page);
  await expectAll();
  expect(plain(await page.title())).toBe(plain(`${post.title} — Відлуння`));
  expect(output).toEqual([]);
});

test('hostile text in a rejected form comes back as it is and does not run', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto(lone().url, { waitUntil: 'commit' });
  const typed = { name: HOSTILE.slice(0, 90), message: HOSTILE };
  const form = page.locator('form#contact-form');
  await form.locator('[name="name"]').fill(typed.name);
  await form.locator('[name="message"]').fill(typed.message);
  await form.locator('[name="email"]').fill('a@example.com');
  await form.locator('[name="phone"]').fill('1');
  await form.getByRole('button').click({ noWaitAfter: true });
  await expect(form.getByRole('alert')).toBeVisible();
  const output = watchOutput(page);
  release();
  await untilPageIsLive(page);
  await expect(form.locator('[name="name"]')).toHaveValue(typed.name);
  await expect(form.locator('[name="message"]')).toHaveValue(typed.message);
  await expectUnharmed(page);
  expect(output.filter((line) => !line.includes('ERR_FAILED') && !line.includes('status of 422'))).toEqual(
    [],
  );
});

/** Tells what code of a post would do: run, be stopped by the policy, dress the page, take its names. */
async function watchForHarm(page: Page): Promise<() => Promise<{ readonly harm: readonly string[] }>> {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (/evil|leak/.test(request.url())) requests.push(request.url());
  });
  await page.addInitScript(() => {
    const harm: string[] = [];
    Object.assign(window, {
      harm,
      xss: () => harm.push('run'),
    });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      harm.push(`${violatedDirective} ${blockedURI}`);
    });
  });
  return () =>
    page
      .evaluate(() => ({
        harm: (window as unknown as { readonly harm: readonly string[] }).harm,
        active: [...document.querySelectorAll('[data-opening] *')]
          .filter(
            ({ localName, attributes }) =>
              localName.includes('-') ||
              /^(?:script|style|svg|math|iframe|object|embed|form|input|button|template|meta|base|link|video|audio)$/.test(
                localName,
              ) ||
              [...attributes].some(
                ({ name, value }) =>
                  /^(?:on|style|name$)|:/.test(name) ||
                  // An empty one names no element; the browser lets nobody remove it.
                  (name === 'is' && value !== '') ||
                  /^\s*\w*script:/i.test(value),
              ),
          )
          .map(({ outerHTML }) => outerHTML.slice(0, 200)),
        names: ['root', 'main', 'page-start', 'release-set'].map(
          (id) => document.querySelectorAll(`[id="${id}"]`).length,
        ),
        shown: getComputedStyle(document.body).display,
        title: document.title,
      }))
      .then((found) => ({ ...found, requests }));
}

const INERT =
  /^(?:(?:script-src-attr|style-src-attr|style-src-elem) inline|base-uri http:\/\/evil\.example\/)$/;

// One page for all families: what a post does must also be nothing to those that are shown after it.
test('posts with every known vector: as documents and by navigation inside the site nothing runs, is stopped or leaks', async ({
  page,
}) => {
  const harmOf = await watchForHarm(page);
  const harmless = (title: string) => ({
    harm: [],
    active: [],
    requests: [],
    names: [1, 1, 1, 1],
    shown: 'block',
    title: expect.stringMatching(new RegExp(`^${title}\\s—`)) as unknown,
  });
  for (const { id, title } of families) {
    await page.goto(`${lone().url}/blog/${id}`);
    expect.soft(await harmOf(), id).toEqual(harmless(title));
  }
  // The last one comes alive.
  await untilPageIsLive(page);
  expect.soft(await harmOf()).toEqual(harmless(families.at(-1)?.title ?? ''));

  await page.goto(`${lone().url}/blog/zvychainyi`);
  await untilPageIsLive(page);
  for (const { id, title } of families) {
    await followLink(page, `/blog/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    const { harm, ...others } = await harmOf();
    // The sanitiser parses in a document that runs nothing, yet Chromium reports the handlers, styles and bases that it finds there.
    const found = { ...others, harm: harm.filter((what) => !INERT.test(what)) };
    expect.soft(found, `${id}, inside the site`).toEqual(harmless(title));
  }
});
