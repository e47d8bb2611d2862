import { samplePost } from '../../support/content';
import { expect, test, type LoneShell } from '../../support/lone-shell';
import { ask } from '../../support/raw-http';
import { readReleaseSet } from '../../support/releases';
import type { TeamOrigin } from '../../support/team-origin';

const ENTRY = 'server/remoteEntry.js';
const HARMFUL = 'bbbbbbbbbbbb';
const POISON = 'otruta';
const POISONED = `/blog/${POISON}`;

/** What a release's code may do to the thread that renders with it. */
const HARMS = {
  'ends its thread': 'process.exit(1)',
  'hangs its thread': 'for (;;);',
  'throws where nobody catches': 'setTimeout(() => { throw new Error("A fault of the test") })',
  'fills the memory': 'const heap = []; for (;;) heap.push(new Array(1e5).fill(heap.length))',
} as const;

/** A release of the blog that renders every post but one, whose data do harm as they are read. */
function releaseHarm(blog: TeamOrigin, harm: string): void {
  const trap = `{
    const parse = JSON.parse;
    JSON.parse = (text, ...rest) => {
      if (typeof text === 'string' && text.startsWith('{"id":"${POISON}"')) { ${harm}; }
      return parse(text, ...rest);
    };
  }\n`;
  blog.release(HARMFUL, (file, text) => (file === ENTRY ? trap + text : text));
}

async function startWithHarm(lone: LoneShell, harm: string): Promise<void> {
  lone.api.content = { ...lone.api.content, posts: [...lone.api.content.posts, samplePost(POISON)] };
  releaseHarm(lone.teams.blog, harm);
  await lone.start();
  expect((await readReleaseSet(lone.url)).remotes.blog?.version).toBe(HARMFUL);
}

/** A page is a page, whoever rendered it: its whole document, with what the browser needs to go on. */
const isWhole = (html: string) => html.includes('<div id="root">') && html.trimEnd().endsWith('</html>');

for (const [way, harm] of Object.entries(HARMS)) {
  test(`a rendering ${way} while many read: no page fails, and a new thread takes over`, async ({ lone }) => {
    await startWithHarm(lone, harm);
    const addresses = ['/', '/blog/stattia-1-kinets', '/blog/stattia-2-kinets', '/blog/nemaie', '/nemaie'];
    const failures: string[] = [];
    let reading = true;
    const visit = async (offset: number) => {
      // Every address at least once, however slow the machine is.
      for (let step = 0; reading || step < addresses.length; step++) {
        const address = addresses[(offset + step) % addresses.length] ?? '/';
        // A query is another address to caches on the way, not to the shell's own.
        const { status, body } = await ask(lone.url + address);
        const expected = address.includes('nemaie') ? [404, 200] : [200];
        if (!expected.includes(status) || !isWhole(body.toString()))
          failures.push(`${address}: ${String(status)}`);
      }
    };
    const visitors = Array.from({ length: 6 }, (_, index) => visit(index));
    const poisoned = [];
    for (let time = 0; time < 3; time++) poisoned.push(await ask(lone.url + POISONED));
    reading = false;
    await Promise.all(visitors);
    expect(failures).toEqual([]);
    // The page that does the harm is left to the browser, which the harm does not reach.
    for (const { status, body } of poisoned) {
      expect(status).toBe(200);
      expect(isWhole(body.toString())).toBe(true);
    }
    // A page that nobody has asked for before is rendered again.
    await expect
      .poll(async () => (await ask(`${lone.url}/blog/stattia-4-kinets`)).body.toString(), { timeout: 20_000 })
      .toContain('Вміст stattia-4-kinets');
  });
}

test('a page that the worker could not render is made by the browser', async ({ page, lone }) => {
  await startWithHarm(lone, HARMS['ends its thread']);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(lone.url + POISONED);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Заголовок ${POISON}`);
  await expect(page.getByText(`Вміст ${POISON}`)).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  expect(errors).toEqual([]);
});
