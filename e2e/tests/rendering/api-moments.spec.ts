import { expect, test, type LoneShell } from '../../support/lone-shell';
import { ask, type Answer } from '../../support/raw-http';
import type { Mood } from '../../support/api-double';

/** Milliseconds for a page whose data do not come: their deadline on the server, a rendering, a busy machine. */
const BOUNDED = 2_000 + 3_000;

const HARMED = ['failing', 'hanging', 'cut'] as const satisfies readonly Mood[];

const EVERYTHING = /^\/api\//;
const SERVICES = /^\/api\/services$/;
const LIST = /^\/api\/blog$/;
const ONE_POST = /^\/api\/blog\/stattia-1-kinets$/;

const SERVICE = 'Послуга А';
const CARD = 'Уривок stattia-1-kinets';
const POST = '/blog/stattia-1-kinets';
const POST_TEXT = 'Вміст stattia-1-kinets';

const text = ({ body }: Answer) => body.toString();

/** Asks for a page, which comes in bounded time. */
async function get(lone: LoneShell, address: string): Promise<Answer> {
  const started = Date.now();
  const answer = await ask(lone.url + address);
  expect(Date.now() - started, `${address} took too long`).toBeLessThan(BOUNDED);
  return answer;
}

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
}

function expectKeptByNobody(answer: Answer): void {
  expect(answer.headers['cache-control']).toBe('no-store');
}

for (const mood of HARMED) {
  test(`the API is ${mood} before anybody asked: pages come in time, kept by nobody; whole as soon as it is well`, async ({
    lone,
  }) => {
    lone.api.harm(EVERYTHING, mood);
    await lone.start();
    const [home, post, unknown] = await Promise.all([get(lone, '/'), get(lone, POST), get(lone, '/nemaie')]);
    expectHome(home, { services: true, posts: true });
    expectKeptByNobody(home);
    expect(post.status).toBe(503);
    expectKeptByNobody(post);
    expect(text(post)).toContain('Стаття не знайдена');
    expect(text(post)).toContain('<meta name="robots" content="noindex">');
    expect(unknown.status).toBe(404);
    const feed = await get(lone, '/rss.xml');
    expect(feed.status).toBe(503);
    expectKeptByNobody(feed);

    lone.api.harm(EVERYTHING, 'well');
    expectHome(await get(lone, '/'));
    const mended = await get(lone, POST);
    expect(mended.status).toBe(200);
    expect(text(mended)).toContain(POST_TEXT);
    expect((await get(lone, '/rss.xml')).status).toBe(200);
  });

  test(`the services alone are ${mood}: the rest of the home page is there; next time it is whole`, async ({
    lone,
  }) => {
    lone.api.harm(SERVICES, mood);
    await lone.start();
    const home = await get(lone, '/');
    expectHome(home, { services: true });
    expectKeptByNobody(home);
    lone.api.harm(SERVICES, 'well');
    expectHome(await get(lone, '/'));
  });

  test(`the list of posts alone is ${mood}: the rest and single posts are there; next time it is whole`, async ({
    lone,
  }) => {
    lone.api.harm(LIST, mood);
    await lone.start();
    const [home, post] = await Promise.all([get(lone, '/'), get(lone, POST)]);
    expectHome(home, { posts: true });
    expectKeptByNobody(home);
    expect(post.status).toBe(200);
    lone.api.harm(LIST, 'well');
    expectHome(await get(lone, '/'));
  });

  test(`one post is ${mood}: 503 for it, other posts are there; next time it is there too`, async ({
    lone,
  }) => {
    lone.api.harm(ONE_POST, mood);
    await lone.start();
    const [post, other, home] = await Promise.all([
      get(lone, POST),
      get(lone, '/blog/stattia-2-kinets'),
      get(lone, '/'),
    ]);
    expect(post.status).toBe(503);
    expectKeptByNobody(post);
    expect(other.status).toBe(200);
    expectHome(home);
    lone.api.harm(ONE_POST, 'well');
    expect((await get(lone, POST)).status).toBe(200);
  });

  test(`the API is ${mood} after pages were asked for: they go on as they were`, async ({ lone }) => {
    await lone.start();
    const before = await Promise.all([get(lone, '/'), get(lone, POST)]);
    lone.api.harm(EVERYTHING, mood);
    const changed: string[] = [];
    // Fresh for 5 s, then made anew behind the visitor's back, which fails: visitors come until it has.
    const timesMade = async () => {
      const [home, post] = await Promise.all([get(lone, '/'), get(lone, POST)]);
      if (home.headers.etag !== before[0].headers.etag) changed.push('/');
      if (text(post) !== text(before[1]) || post.status !== 200) changed.push(POST);
      return lone.api.asked.filter((path) => ONE_POST.test(path)).length;
    };
    await expect.poll(timesMade, { intervals: [100] }).toBeGreaterThan(2);
    expect(changed).toEqual([]);
    expectHome(await get(lone, '/'));
  });
}

test('a post that is not there is 404, and found as soon as it appears', async ({ lone }) => {
  await lone.start();
  const missing = await get(lone, '/blog/nova');
  expect(missing.status).toBe(404);
  expect(text(missing)).toContain('Стаття не знайдена');
  const [first] = lone.api.content.posts;
  if (!first) throw new Error('There are no posts');
  lone.api.content = {
    ...lone.api.content,
    posts: [{ ...first, id: 'nova', title: 'Щойно написана' }, ...lone.api.content.posts],
  };
  // A page is made anew once it is older than 5 s.
  await expect.poll(async () => (await ask(`${lone.url}/blog/nova`)).status, { timeout: 15_000 }).toBe(200);
  await expect.poll(async () => text(await ask(lone.url)), { timeout: 15_000 }).toContain('Щойно написана');
});

test('services and posts are asked for at once, not one after the other', async ({ lone }) => {
  lone.api.harm(/^\/api\/(?:services|blog)$/, 'hanging');
  await lone.start();
  const page = get(lone, '/');
  // Neither is answered: one after the other would never ask for the second.
  await expect
    .poll(() => new Set(lone.api.asked.filter((path) => SERVICES.test(path) || LIST.test(path))).size)
    .toBe(2);
  expectHome(await page, { services: true, posts: true });
});

test('many visitors at once are one question to the API', async ({ lone }) => {
  await lone.start();
  const before = lone.api.asked.length;
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(lone.url + POST)));
  for (const answer of answers) expect(answer.status).toBe(200);
  expect(lone.api.asked.slice(before)).toEqual(['/api/blog/stattia-1-kinets']);
});
