import { samplePost } from '../../support/content';
import { expect, shareShell, test } from '../../support/lone-shell';
import { ask } from '../../support/raw-http';
import { readReleaseSet } from '../../support/releases';
import type { TeamOrigin } from '../../support/team-origin';

const ENTRY = 'server/remoteEntry.js';
const HARMFUL = 'bbbbbbbbbbbb';

/** What a release's code may do to the process that renders with it, by the post whose data make it do so. */
const HARMS = {
  kinets: { way: 'ends its process', code: 'process.exit(1)' },
  zavys: { way: 'hangs its process', code: 'for (;;);' },
  povno: {
    way: 'fills the memory',
    code: 'const heap = []; for (;;) heap.push(new Array(1e5).fill(heap.length))',
  },
} as const;

/** A release of the blog that renders every post but those whose data do harm as they are read. */
function releaseHarm(blog: TeamOrigin): void {
  const traps = Object.entries(HARMS).map(
    ([id, { code }]) => `if (typeof text === 'string' && text.startsWith('{"id":"${id}"')) { ${code}; }`,
  );
  const trap = `{
    const parse = JSON.parse;
    JSON.parse = (text, ...rest) => {
      ${traps.join('\n')}
      return parse(text, ...rest);
    };
  }\n`;
  blog.release(HARMFUL, (file, text) => (file === ENTRY ? trap + text : text));
}

/** Posts that nobody has asked for before a test with this harm. */
const postsOf = (id: string) => [`${id}-persha`, `${id}-druha`, `${id}-tretia`] as const;

const shell = shareShell(({ api, teams }) => {
  const ids = Object.keys(HARMS);
  const posts = [...ids, ...ids.flatMap(postsOf)].map((id) => samplePost(id));
  api.content = { ...api.content, posts: [...api.content.posts, ...posts] };
  releaseHarm(teams.blog);
});

/** A page is a page, whoever rendered it: its whole document, with what the browser needs to go on. */
const isWhole = (html: string) => html.includes('<div id="root">') && html.trimEnd().endsWith('</html>');

/** Whether there is a post nobody knows while nothing renders. */
function statusesOf(address: string): readonly number[] {
  if (address === '/') return [200];
  if (!address.startsWith('/blog/')) return [404];
  return [address.includes('nemaie') ? 404 : 200, 503];
}

for (const [id, { way }] of Object.entries(HARMS)) {
  test(`a rendering ${way} while many read: no page fails, and a new process takes over`, async () => {
    const { url } = shell();
    expect((await readReleaseSet(url)).remotes.blog?.version).toBe(HARMFUL);
    const [first, second, third] = postsOf(id);
    const addresses = ['/', `/blog/${first}`, `/blog/${second}`, `/blog/nemaie-${id}`, '/nemaie'];
    const failures: string[] = [];
    const visit = async (offset: number) => {
      for (const step of addresses.keys()) {
        const address = addresses[(offset + step) % addresses.length] ?? '/';
        const { status, body } = await ask(url + address);
        const expected = statusesOf(address);
        if (!expected.includes(status) || !isWhole(body.toString()))
          failures.push(`${address}: ${String(status)}`);
      }
    };
    for (let time = 0; time < 3; time++) {
      const visitors = Array.from({ length: 6 }, (_, index) => visit(index));
      // The page that does the harm is left to the browser, which the harm does not reach; search engines come again.
      const { status, body } = await ask(`${url}/blog/${id}`);
      expect(status).toBe(503);
      expect(isWhole(body.toString())).toBe(true);
      await Promise.all(visitors);
    }
    expect(failures).toEqual([]);
    // A page that nobody has asked for before is rendered again.
    await expect
      .poll(async () => (await ask(`${url}/blog/${third}`)).body.toString(), { timeout: 20_000 })
      .toContain(`Вміст ${third}`);
  });
}

test('a page that the worker could not render is made by the browser', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`${shell().url}/blog/kinets`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Заголовок kinets');
  await expect(page.getByText('Вміст kinets')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  expect(errors).toEqual([]);
});
