import type { Page } from '@playwright/test';
import { HOSTILE_VECTORS } from '@vidlunnia/contracts/testing/hostile-vectors';
import { type Post, TEASER_POSTS } from '@vidlunnia/contracts';
import { samplePost, sampleService } from '../../support/api-double';
import { shareShell } from '../../support/lone-shell';
import { expect, test } from '../../support/test';
import { followLink, untilPageIsLive, watchOutput } from '../../support/pages';

/** End tags, comments, elements, all quotes, placeholders, escapes, JavaScript's line breaks and emoji. */
const HOSTILE =
  '</script><script>document.title="зламано"</script><!-- <b>&amp;&lt; "подвійні" \'прості\' `зворотні` ${x} \\u003c \\ \u2028\u2029 🧨👩‍🚀 ]]> {title} $& $1 %3Cscript%3E';

const service = sampleService('ворожа', {
  title: `Назва ${HOSTILE}`,
  description: `Опис ${HOSTILE}`,
  features: [`Риса ${HOSTILE}`, HOSTILE],
});

/** One post for each family of vectors, with hostile texts in every field. */
const posts = Object.entries(HOSTILE_VECTORS).map(([family, vectors]) =>
  samplePost(`rodyna-${family}`, {
    title: `Назва ${family} ${HOSTILE}`,
    excerpt: `Уривок ${HOSTILE}`,
    category: `Рубрика ${HOSTILE}`,
    author: `Авторка ${HOSTILE}`,
    image_alt: `Малюнок ${HOSTILE}`,
    description: `Опис ${HOSTILE}`,
    content: vectors.map((vector) => `<div>${vector}</div>`).join('\n'),
  }),
);
const harmlessPost = samplePost('zvychainyi');

const lone = shareShell(({ api }) => {
  api.content = { services: [service], posts: [...posts, harmlessPost] };
  return {};
});

/** The text with each run of whitespace as one space. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Elements that exist only if text was parsed as HTML. */
const INJECTED =
  'main script:not([type="application/ld+json"]), main [onerror], main a[href^="javascript:"], :is(#services, #blog, h1, header, form) b';

/** Collects a post's effects: scripts, policy violations, active elements, duplicate ids, requests. */
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
      .evaluate(
        (injected) => ({
          injected: [...document.querySelectorAll(injected)].map(({ outerHTML }) => outerHTML.slice(0, 200)),
          harm: Reflect.get(window, 'harm') as readonly string[],
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
                    // An empty id names no element, and cannot be removed.
                    (name === 'is' && value !== '') ||
                    /^\s*\w*script:/i.test(value),
                ),
            )
            .map(({ outerHTML }) => outerHTML.slice(0, 200)),
          names: ['root', 'main', 'page-start', 'release-set'].map(
            (id) => document.querySelectorAll(`[id="${id}"]`).length,
          ),
          shown: getComputedStyle(document.body).display,
        }),
        INJECTED,
      )
      .then((found) => ({ ...found, requests }));
}

const INERT =
  /^(?:(?:script-src-attr|style-src-attr|style-src-elem) inline|base-uri http:\/\/evil\.example\/)$/;

/** Expects a post's texts as text, before and after hydration. */
async function expectTexts(page: Page, post: Post): Promise<void> {
  await expect.poll(async () => plain(await page.title())).toBe(plain(`${post.title} — Відлуння`));
  const heading = page.getByRole('heading', { level: 1 });
  await expect.poll(async () => plain((await heading.textContent()) ?? '')).toContain(plain(post.title));
  const text = plain((await page.locator('article').first().textContent()) ?? '');
  for (const words of [post.category, post.author]) expect(text).toContain(plain(words));
  expect(await page.locator('article img').first().getAttribute('alt')).toBe(post.image_alt);
}

// One page for all posts, because a post must not affect the next one either.
test('hostile texts in posts are shown as text, in documents and by navigation inside the site; no code runs, violates the policy or leaks', async ({
  page,
}) => {
  const { url } = lone();
  const output = watchOutput(page);
  const harmOf = await watchForHarm(page);
  const harmless = { injected: [], harm: [], active: [], requests: [], names: [1, 1, 1, 1], shown: 'block' };
  await page.goto(url);
  for (const state of ['served', 'live']) {
    if (state === 'live') await untilPageIsLive(page);
    const [services, blog] = await Promise.all(
      ['#services', '#blog'].map(async (id) => plain((await page.locator(id).textContent()) ?? '')),
    );
    for (const words of [service.title, service.description, ...service.features])
      expect(services).toContain(plain(words));
    for (const { title, excerpt, category } of posts.slice(0, TEASER_POSTS))
      for (const words of [title, excerpt, category]) expect(blog).toContain(plain(words));
    expect(await page.title()).not.toMatch(/зламано/);
    expect.soft(await harmOf(), state).toEqual(harmless);
  }
  for (const post of posts) {
    await page.goto(`${url}/blog/${post.id}`);
    await expectTexts(page, post);
    expect.soft(await harmOf(), post.id).toEqual(harmless);
  }
  // The last post becomes live.
  await untilPageIsLive(page);
  expect.soft(await harmOf()).toEqual(harmless);
  expect(output).toEqual([]);

  await page.goto(`${url}/blog/${harmlessPost.id}`);
  await untilPageIsLive(page);
  for (const post of posts) {
    await followLink(page, `/blog/${post.id}`);
    await expectTexts(page, post);
    const { harm, ...others } = await harmOf();
    // The sanitiser's document runs no code, but Chromium reports its handlers, styles and bases.
    const found = { ...others, harm: harm.filter((what) => !INERT.test(what)) };
    expect.soft(found, `${post.id}, inside the site`).toEqual(harmless);
  }
});
