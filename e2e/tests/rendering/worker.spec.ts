import { samplePost } from '../../support/content';
import { expect, shareShell, test } from '../../support/lone-shell';
import { ask } from '../../support/raw-http';
import { readReleaseSet } from '../../support/releases';

const ENTRY = 'server/remoteEntry.js';
const HARMFUL = 'bbbbbbbbbbbb';

/** Its data make the harmful release loop for ever as they are read. */
const HARM = 'zavys';

/** Posts that nobody has asked for before. */
const [FIRST, SECOND, THIRD] = ['persha', 'druha', 'tretia'] as const;

const shell = shareShell(({ api, teams }) => {
  const posts = [HARM, FIRST, SECOND, THIRD].map((id) => samplePost(id));
  api.content = { ...api.content, posts: [...api.content.posts, ...posts] };
  const trap = `{
    const parse = JSON.parse;
    JSON.parse = (text, ...rest) => {
      if (typeof text === 'string' && text.startsWith('{"id":"${HARM}"')) for (;;);
      return parse(text, ...rest);
    };
  }\n`;
  teams.blog.release(HARMFUL, (file, text) => (file === ENTRY ? trap + text : text));
});

/** A page is a page, whoever rendered it: its whole document, with what the browser needs to go on. */
const isWhole = (html: string) => html.includes('<div id="root">') && html.trimEnd().endsWith('</html>');

/** Whether there is a post nobody knows while nothing renders. */
function statusesOf(address: string): readonly number[] {
  if (address === '/') return [200];
  if (!address.startsWith('/blog/')) return [404];
  return [address.includes('nemaie') ? 404 : 200, 503];
}

// A process that ends, or fills its memory: shell/server/render/render-worker.test.ts.
test('a rendering hangs its process while many read: no page fails, and a new process takes over', async () => {
  const { url } = shell();
  expect((await readReleaseSet(url)).remotes.blog?.version).toBe(HARMFUL);
  const addresses = ['/', `/blog/${FIRST}`, `/blog/${SECOND}`, '/blog/nemaie-takoi', '/nemaie'];
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
  // A worker is replaced when it has twice not responded.
  for (let time = 0; time < 2; time++) {
    const visitors = Array.from({ length: 6 }, (_, index) => visit(index));
    // The page that does the harm is left to the browser, which the harm does not reach; search engines come again.
    const { status, body } = await ask(`${url}/blog/${HARM}`);
    expect(status).toBe(503);
    expect(isWhole(body.toString())).toBe(true);
    await Promise.all(visitors);
  }
  expect(failures).toEqual([]);
  // A page that nobody has asked for before is rendered again.
  await expect
    .poll(async () => (await ask(`${url}/blog/${THIRD}`)).body.toString())
    .toContain(`Вміст ${THIRD}`);
});

test('a page that the worker could not render is made by the browser', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`${shell().url}/blog/${HARM}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Заголовок zavys');
  await expect(page.getByText('Вміст zavys')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  expect(errors).toEqual([]);
});
