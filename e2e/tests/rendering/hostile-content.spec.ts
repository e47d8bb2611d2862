import type { Page } from '@playwright/test';
import { HOSTILE_VECTORS } from '@vidlunnia/contracts/testing/hostile-vectors';
import { type Post, TEASER_POSTS } from '@vidlunnia/contracts';
import { GOLDEN_HOME, GOLDEN_POST } from '@vidlunnia/contracts/golden';
import { arrivesComplete } from '@vidlunnia/remote-kit/gate/open-gate';
import { startLocalServer } from '../../support/local-server';
import { startLoneShell } from '../../support/lone-shell';
import { expect, test } from '../../support/test';
import { followLink, untilPageIsLive, watchOutput } from '../../support/pages';

/** End tags, comments, elements, all quotes, placeholders, escapes, JavaScript's line breaks and emoji. */
const HOSTILE =
  '</script><script>document.title="зламано"</script><!-- <b>&amp;&lt; "подвійні" \'прості\' `зворотні` ${x} \\u003c \\ \u2028\u2029 🧨👩‍🚀 ]]> {title} $& $1 %3Cscript%3E';

const service = {
  title: `Назва ${HOSTILE}`,
  description: `Опис ${HOSTILE}`,
  icon_url: '/favicon.svg',
  features: [`Риса ${HOSTILE}`, HOSTILE],
};

/** Without pictures that the API would serve. */
const { image: _, author_portrait: __, ...text } = GOLDEN_POST;
const harmlessPost: Post = { ...text, image_url: '/favicon.svg', next: [] };

/** One post for each family of vectors, with hostile texts in every field. */
const posts = Object.entries(HOSTILE_VECTORS).map(([family, vectors]): Post => ({
  ...harmlessPost,
  id: `rodyna-${family}`,
  title: `Назва ${family} ${HOSTILE}`,
  excerpt: `Уривок ${HOSTILE}`,
  category: `Рубрика ${HOSTILE}`,
  author: `Авторка ${HOSTILE}`,
  image_alt: `Малюнок ${HOSTILE}`,
  description: `Опис ${HOSTILE}`,
  content: vectors.map((vector) => `<div>${vector}</div>`).join('\n'),
}));

/** An API's responses with these texts, without portraits. */
function answerTo(address: string): object | undefined {
  const { pathname, searchParams } = new URL(address, 'http://api');
  const answers: Readonly<Record<string, object>> = {
    '/api/home': { ...GOLDEN_HOME, team: { ...GOLDEN_HOME.team, people: [] } },
    '/api/services': [service],
    '/api/form-token': { token: '1.sample' },
    '/api/blog': posts.slice(0, Number(searchParams.get('limit') ?? Infinity)),
  };
  return answers[pathname] ?? [...posts, harmlessPost].find(({ id }) => pathname === `/api/blog/${id}`);
}

/** Elements that exist only if text was parsed as HTML. `[data-opening]` has a post's content. */
const INJECTED =
  'main script, main [onerror], main a[href^="javascript:"], :is(#services, #blog, h1, header, form) b, [data-opening] :is(style, svg, math, iframe, object, embed, form, input, base, meta, link)';

/** Collects a post's effects: scripts, policy violations, elements, requests. */
async function watchForHarm(page: Page): Promise<() => Promise<readonly string[]>> {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (/evil|leak/.test(request.url())) requests.push(request.url());
  });
  await page.addInitScript(() => {
    const harm: string[] = [];
    Object.assign(window, { harm, xss: () => harm.push('run') });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      harm.push(`${violatedDirective} ${blockedURI}`);
    });
  });
  const found = (injected: string) => [
    ...(Reflect.get(window, 'harm') as readonly string[]),
    ...[...document.querySelectorAll(injected)].map(({ outerHTML }) => outerHTML.slice(0, 200)),
  ];
  return async () => [...(await page.evaluate(found, INJECTED)), ...requests];
}

/** The sanitiser's document runs no code, but Chromium reports its handlers, styles and bases. */
const INERT =
  /^(?:(?:script-src-attr|style-src-attr|style-src-elem) inline|base-uri http:\/\/evil\.example\/)$/;

/** Expects a post's texts as text, before and after hydration. */
async function expectTexts(page: Page, post: Post): Promise<void> {
  await expect(page).toHaveTitle(`${post.title} — Відлуння`);
  const article = page.locator('article').first();
  for (const words of [post.title, post.category, post.author]) await expect(article).toContainText(words);
  await expect(article.locator('img').first()).toHaveAttribute('alt', post.image_alt);
}

let stop = () => Promise.resolve<unknown>(undefined);
test.afterEach(() => stop());

// One page for all posts, because a post must not affect the next one either.
test('hostile texts in posts are shown as text, in documents and by navigation inside the site; no code runs, violates the policy or leaks', async ({
  page,
}) => {
  const api = await startLocalServer(({ url = '' }, response) => {
    const answer = answerTo(url);
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify(answer ?? { type: 'about:blank', title: 'Not Found', status: 404 }));
  });
  const shell = await startLoneShell(api.origin);
  stop = () => Promise.all([shell.stop(), api.stop()]);
  const { url } = shell;
  const output = watchOutput(page);
  const harmOf = await watchForHarm(page);
  const open = async (path: string) => {
    const { signal } = new AbortController();
    expect(await arrivesComplete(url + path, 60_000, signal), path).toBe(true);
    await page.goto(url + path);
  };
  await open('/');
  for (const state of ['served', 'live']) {
    if (state === 'live') await untilPageIsLive(page);
    for (const words of [service.title, service.description, ...service.features])
      await expect(page.locator('#services')).toContainText(words);
    for (const { title, excerpt, category } of posts.slice(0, TEASER_POSTS))
      for (const words of [title, excerpt, category])
        await expect(page.locator('#blog')).toContainText(words);
    expect(await page.title()).not.toMatch(/зламано/);
    expect.soft(await harmOf(), state).toEqual([]);
  }
  for (const post of posts) {
    await open(`/blog/${post.id}`);
    await expectTexts(page, post);
    expect.soft(await harmOf(), post.id).toEqual([]);
  }
  // The last post becomes live.
  await untilPageIsLive(page);
  expect.soft(await harmOf()).toEqual([]);
  expect(output).toEqual([]);

  await open(`/blog/${harmlessPost.id}`);
  await untilPageIsLive(page);
  for (const post of posts) {
    await followLink(page, `/blog/${post.id}`);
    await expectTexts(page, post);
    const harm = (await harmOf()).filter((what) => !INERT.test(what));
    expect.soft(harm, `${post.id}, inside the site`).toEqual([]);
  }
});
