import { expect, test, type LoneShell } from '../../support/lone-shell';
import { ask, type Answer } from '../../support/raw-http';

const EVERYTHING = /^\/api\//;
const SERVICES = /^\/api\/services$/;
const LIST = /^\/api\/blog$/;
const ONE_POST = /^\/api\/blog\/stattia-1-kinets$/;

const SERVICE = 'Послуга А';
const CARD = 'Уривок stattia-1-kinets';
const POST = '/blog/stattia-1-kinets';
const POST_TEXT = 'Вміст stattia-1-kinets';

const text = ({ body }: Answer) => body.toString();

/** Asks for a page, which comes: the API would keep silent for ever. */
const get = (lone: LoneShell, address: string) => ask(lone.url + address);

/** The home page is whole but for what is named; nothing is said about that (specification, section 8). */
function expectHome(
  answer: Answer,
  missing: { readonly services?: boolean; readonly posts?: boolean } = {},
): void {
  expect(answer.status).toBe(200);
  const html = text(answer);
  for (const id of ['hero', 'about', 'services', 'reasons', 'team', 'vacancies', 'blog', 'contact']) {
    expect(html).toContain(`<section id="${id}"`);
  }
  expect(html).toContain('id="application-form"');
  expect(html).toContain('id="contact-form"');
  expect(html.includes(SERVICE)).toBe(!missing.services);
  expect(html.includes(CARD)).toBe(!missing.posts);
  expect(html).not.toMatch(/не завантажи|Спробувати ще раз|Завантажуємо/);
  if (missing.services || missing.posts) expectKeptByNobody(answer);
}

function expectPost(answer: Answer): void {
  expect(answer.status).toBe(200);
  expect(text(answer)).toContain(POST_TEXT);
}

function expectNoPost(answer: Answer): void {
  expect(answer.status).toBe(503);
  expectKeptByNobody(answer);
  expect(text(answer)).toContain('Стаття не знайдена');
  expect(text(answer)).toContain('<meta name="robots" content="noindex">');
}

function expectKeptByNobody(answer: Answer): void {
  expect(answer.headers['cache-control']).toMatch(/^(?:private, no-cache|no-store)$/);
}

test.use({ variables: { PAGE_FRESH_MS: '50' } });

// One that fails or breaks off is met by the same code, sooner: shell/src/rendering/page-renderer.test.tsx.
test('the API hangs, in whole or in part: pages come in time, without what is lost, kept by nobody', async ({
  lone,
}) => {
  const harmOnly = (paths: RegExp) => {
    lone.api.harm(EVERYTHING, 'well');
    lone.api.harm(paths, 'hanging');
  };

  await test.step('everything, before anybody asked', async () => {
    harmOnly(EVERYTHING);
    await lone.start();
    const pages = Promise.all(['/', POST, '/nemaie', '/rss.xml'].map((address) => get(lone, address)));
    // Neither is answered: one after the other would never ask for the second.
    await expect.poll(() => lone.api.asked).toContain('/api/services');
    await expect.poll(() => lone.api.asked).toContain('/api/blog');
    const [home, post, unknown, feed] = await pages;
    if (!home || !post || !unknown || !feed) throw new Error('There are four answers');
    expectHome(home, { services: true, posts: true });
    expectNoPost(post);
    expect(unknown.status).toBe(404);
    expect(feed.status).toBe(503);
    expectKeptByNobody(feed);
  });

  await test.step('the services alone: what was lost before is there', async () => {
    harmOnly(SERVICES);
    expectHome(await get(lone, '/'), { services: true });
    expect((await get(lone, '/rss.xml')).status).toBe(200);
  });

  await test.step('the list of posts alone: single posts are there', async () => {
    harmOnly(LIST);
    const [home, other] = await Promise.all([get(lone, '/'), get(lone, '/blog/stattia-2-kinets')]);
    expectHome(home, { posts: true });
    expect(other.status).toBe(200);
  });

  await test.step('one post alone: other posts are there, the home page is whole', async () => {
    harmOnly(ONE_POST);
    const [post, other, home] = await Promise.all([
      get(lone, POST),
      get(lone, '/blog/stattia-3-kinets'),
      get(lone, '/'),
    ]);
    expectNoPost(post);
    expect(other.status).toBe(200);
    expectHome(home);
  });

  await test.step('nothing: the post is there too', async () => {
    lone.api.harm(EVERYTHING, 'well');
    expectPost(await get(lone, POST));
  });

  await test.step('everything, after pages were asked for: they go on as they were', async () => {
    const timesAsked = (paths: RegExp) => lone.api.asked.filter((path) => paths.test(path)).length;
    lone.api.harm(EVERYTHING, 'hanging');
    const askedBefore = timesAsked(SERVICES);
    // A rendering that had begun may still end well, and its page has a form token of its own.
    await expect
      .poll(
        async () => {
          await get(lone, '/');
          return timesAsked(SERVICES);
        },
        { intervals: [100] },
      )
      .toBeGreaterThan(askedBefore);
    const before = await get(lone, '/');
    const asked = timesAsked(ONE_POST);
    // Made anew behind the visitors' backs, which fails: they come until it has, and is tried again.
    await expect
      .poll(
        async () => {
          const [home, post] = await Promise.all([get(lone, '/'), get(lone, POST)]);
          expect(home.headers.etag).toBe(before.headers.etag);
          expectPost(post);
          return timesAsked(ONE_POST);
        },
        { intervals: [100] },
      )
      .toBeGreaterThan(asked + 1);
    expectHome(await get(lone, '/'));
  });
});

test('a post that is not there is 404, and found as soon as it appears', async ({ lone }) => {
  await lone.start();
  const missing = await get(lone, '/blog/nova');
  expect(missing.status).toBe(404);
  expect(text(missing)).toContain('Стаття не знайдена');
  expectHome(await get(lone, '/'));
  const [first] = lone.api.content.posts;
  if (!first) throw new Error('There are no posts');
  lone.api.content = {
    ...lone.api.content,
    posts: [{ ...first, id: 'nova', title: 'Щойно написана' }, ...lone.api.content.posts],
  };
  await expect.poll(async () => (await ask(`${lone.url}/blog/nova`)).status).toBe(200);
  await expect.poll(async () => text(await ask(lone.url))).toContain('Щойно написана');
});
