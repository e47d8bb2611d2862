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

const CACHED: Readonly<Record<string, number>> = {
  '/': 200,
  [`/blog/${FIRST}`]: 200,
  [`/blog/${SECOND}`]: 200,
  '/nemaie': 404,
};

// A process that ends, or fills its memory: shell/server/render/render-worker.test.ts.
test('a rendering hangs its process while many read: no cached page fails, and a new process takes over', async () => {
  const { url } = shell();
  expect((await readReleaseSet(url)).remotes.blog?.version).toBe(HARMFUL);
  const addresses = Object.keys(CACHED);
  for (const address of addresses) await ask(url + address);
  const failures: string[] = [];
  const visit = async (offset: number) => {
    for (const step of addresses.keys()) {
      const address = addresses[(offset + step) % addresses.length] ?? '/';
      const { status } = await ask(url + address);
      if (status !== CACHED[address]) failures.push(`${address}: ${String(status)}`);
    }
  };
  // A worker is replaced when it has twice not responded.
  for (let time = 0; time < 2; time++) {
    const visitors = Array.from({ length: 6 }, (_, index) => visit(index));
    const { status, headers, body } = await ask(`${url}/blog/${HARM}`);
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    expect(body.toString()).toContain('<h1>Сторінка зараз не відкривається</h1>');
    await Promise.all(visitors);
  }
  expect(failures).toEqual([]);
  // A page that nobody has asked for before is rendered again.
  await expect
    .poll(async () => (await ask(`${url}/blog/${THIRD}`)).body.toString())
    .toContain(`Вміст ${THIRD}`);
});
