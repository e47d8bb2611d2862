/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { startLocalServer } from '@vidlunnia/http/testing';
import { build } from 'esbuild';
import { addressOf } from '../../src/pages/pages';
import { sampleReleaseSet } from '../../testing/release-set';
import { RenderTimeout, startRenderWorker, type RenderWorker } from './render-worker';

const OPTIONS = {
  releaseSet: sampleReleaseSet(),
  entries: {},
  apiOrigin: 'http://127.0.0.1:1',
  dataDeadline: 1_000,
  retentionMonths: 12,
};
// Milliseconds that no page here takes, even on a busy machine.
const DEADLINE = 100_000;
const post = (postId: string) => ({ page: { kind: 'post', params: { postId } }, submission: null }) as const;
const PAGE = post('луна');

let folder = '';
let program = '';
const workers: RenderWorker[] = [];
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'worker-'));
  program = path.join(folder, 'worker.js');
  await build({
    entryPoints: [path.join(__dirname, 'worker.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
  });
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/**
 * Starts a real process with the real program; its bundle has this code as `createRenderer`. Jest would treat its
 * output as its own.
 */
async function start(
  createRenderer: string,
  entries = {},
  apiOrigin = OPTIONS.apiOrigin,
): Promise<RenderWorker> {
  const bundle = path.join(folder, `${String(Date.now())}-${String(Math.random()).slice(2)}.js`);
  writeFileSync(
    bundle,
    `exports.createRenderer = async (options, onStep, fetchApi) => { ${createRenderer} };`,
  );
  const worker = await startRenderWorker(
    program,
    { bundle, options: { ...OPTIONS, entries, apiOrigin } },
    'ignore',
  );
  workers.push(worker);
  return worker;
}
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('It did not fail');
    },
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );

describe('a render process', () => {
  test('renders the requested page with its start options', async () => {
    const worker = await start('return async ({ page }) => ({ page, options });');
    expect(await worker.render(PAGE, DEADLINE)).toEqual({ page: PAGE.page, options: OPTIONS });
  });

  test('responds to each request with its own page, in any order; one may fail', async () => {
    const worker = await start(`
      let release;
      const last = new Promise((resolve) => (release = resolve));
      return async ({ page: { params } }) => {
        if (params.postId === 'bad') throw new Error('Cannot read properties of null');
        if (params.postId === '1') await last;
        else setImmediate(release);
        return params;
      };
    `);
    const [first, bad, last] = ['1', 'bad', '2'].map((id) => worker.render(post(id), DEADLINE));
    await expect(bad).rejects.toThrow('Cannot read properties of null');
    expect(await Promise.all([first, last])).toEqual([{ postId: '1' }, { postId: '2' }]);
  });

  test('rejects a request past its deadline, and does not use its late page for another', async () => {
    const worker = await start(`
      let release;
      const next = new Promise((resolve) => (release = resolve));
      return async ({ page: { params } }) => {
        if (params.postId === 'late') await next;
        else release();
        return params;
      };
    `);
    const late = await failure(worker.render(post('late'), 10));
    expect(late).toBeInstanceOf(RenderTimeout);
    expect(late.message).toBe('/blog/late was not rendered in 10 ms');
    expect(await worker.render(PAGE, DEADLINE)).toEqual({ postId: 'луна' });
  });

  test('that hangs reports its last step, can be stopped, and ends with its owner', async () => {
    const before = process.listeners('exit');
    const worker = await start(
      `return async (_, onStep) => { onStep('blog/Post was being rendered'); for (;;); };`,
    );
    const late = await failure(worker.render(PAGE, 500));
    expect(late).toBeInstanceOf(RenderTimeout);
    expect(late.message).toBe(
      `${addressOf(PAGE.page)} was not rendered in 500 ms: blog/Post was being rendered`,
    );
    // Not by emitting `exit`, which has other listeners too.
    for (const end of process.listeners('exit').filter((listener) => !before.includes(listener))) end(0);
    expect((await worker.ended).message).toMatch(/^the render worker ended with SIGKILL/);
    expect(process.listeners('exit')).toEqual(before);
  });
});

describe('a process that ends', () => {
  test.each([
    ['by an error that nobody caught', 'setTimeout(() => { throw new Error("broken"); });', /broken/],
    ['by itself', 'process.exit(3);', /ended with code 3/],
    [
      'by filling its memory',
      'const all = []; setInterval(() => { for (let n = 0; n < 1000; n += 1) all.push(new Array(10_000).fill(n)); });',
      /ended with (?:SIGABRT|SIGTRAP|SIGILL|code 134)/,
    ],
  ])('%s fails only its own pages, and reports what was being rendered', async (_, harm, reason) => {
    const step = 'blog/Post was being rendered';
    const worker = await start(
      `return (_, onStep) => new Promise(() => { onStep('${step}'); if (_.page.params.postId === '2') { ${harm} } });`,
    );
    const pages = ['1', '2'].map((id) => failure(worker.render(post(id), DEADLINE)));
    const { message } = await worker.ended;
    expect(message).toMatch(reason);
    const failures = (await Promise.all(pages)).map((error) => error.message);
    expect([failures, message]).toEqual([[message, message], expect.stringMatching(`: ${step}$`)]);
  });
});

describe('the code of a release', () => {
  const FORBIDDEN = {
    'a file of the machine': 'require("node:fs").readFileSync("/etc/hostname")',
    'a file beside its release': 'require("node:fs").readFileSync(BESIDE)',
    'the environment of a process': 'require("node:fs").readFileSync("/proc/self/environ")',
    'a program': 'require("node:child_process").spawnSync("true")',
    'a file to write': 'require("node:fs").writeFileSync(BESIDE, "луна")',
    fetch: 'await fetch("http://127.0.0.1:1")',
    'a request': 'require("node:http").get("http://127.0.0.1:1")',
    'a socket': 'require("node:net").connect(1)',
    'a TLS socket': 'require("node:tls").connect(1)',
    'HTTP/2': 'require("node:http2").connect("http://127.0.0.1:1")',
    'a server': 'require("node:http").createServer().listen(0)',
    'a datagram': 'require("node:dgram").createSocket("udp4")',
    'a lookup': 'await require("node:dns").promises.lookup("localhost")',
    'an imported lookup': '(await import("node:dns")).lookup("localhost", () => undefined)',
    'a resolver': 'new (require("node:dns").Resolver)().resolve4("localhost", () => undefined)',
    'a binding': 'new (process.binding("tcp_wrap").TCP)(0)',
    'a socket whose guard was deleted':
      'delete require("node:net").Socket.prototype.connect; require("node:net").connect(1)',
  };

  test('cannot access other files, programs or the network', async () => {
    const beside = path.join(folder, 'beside.txt');
    writeFileSync(beside, '');
    const tries = Object.entries(FORBIDDEN).map(
      ([what, code]) => `[${JSON.stringify(what)}, async () => { ${code} }]`,
    );
    const worker = await start(`
      const BESIDE = ${JSON.stringify(beside)};
      const outcome = ([what, reach]) => reach().then(() => [what, 'open'], (error) => [what, error.code ?? error.message]);
      return async () => Object.fromEntries(await Promise.all([${tries.join()}].map(outcome)));
    `);
    const denied = expect.stringMatching(/^ERR_ACCESS_DENIED$|is closed to releases/);
    const all = Object.fromEntries(Object.keys(FORBIDDEN).map((what) => [what, denied]));
    expect(await worker.render(PAGE, DEADLINE)).toEqual(all);
  });

  test('can read its own release, also through a link, and has an empty environment', async () => {
    const release = path.join(folder, 'release');
    mkdirSync(release, { recursive: true });
    writeFileSync(path.join(release, 'entry.js'), 'module.exports = "луна";');
    const link = path.join(folder, 'link');
    symlinkSync(release, link);
    const own = path.join(link, 'entry.js');
    const worker = await start(
      'return async () => ({ text: require(options.entries.own), environment: Object.keys(process.env) });',
      { own },
    );
    expect(await worker.render(PAGE, DEADLINE)).toEqual({ text: 'луна', environment: ['NODE_ENV'] });
  });
});

describe('the worker’s way to the API', () => {
  test('is its owner', async () => {
    const api = await startLocalServer((_, response) => response.writeHead(404).end('{"луна":1}'));
    const asks = `
      const response = await fetchApi(options.apiOrigin + '/api/blog?limit=3', { headers: { 'x-request-id': 'r1' } });
      return { status: response.status, body: await response.json() };
    `;
    const worker = await start(`return async () => { ${asks} };`, {}, api.origin);
    expect(await worker.render(PAGE, DEADLINE)).toEqual({ status: 404, body: { луна: 1 } });
    expect(api.received).toMatchObject([{ url: '/api/blog?limit=3', headers: { 'x-request-id': 'r1' } }]);
  });

  test.each([
    [200, 1],
    [500, 2],
  ])(
    'shares a response with status %d between pages at one moment: %d requests',
    async (status, requests) => {
      const api = await startLocalServer((_, response) => response.writeHead(status).end('{}'));
      const worker = await start(
        `return async () => ({ status: (await fetchApi(options.apiOrigin + '/api/blog')).status });`,
        {},
        api.origin,
      );
      for (const page of [PAGE, PAGE]) expect(await worker.render(page, DEADLINE)).toEqual({ status });
      expect(api.received).toHaveLength(requests);
    },
  );

  test('bounds concurrent requests', async () => {
    const api = await startLocalServer(() => undefined);
    const flood = 'Array.from({ length: 300 }, (_, n) => fetchApi(options.apiOrigin + "/api/blog/" + n))';
    const worker = await start(
      `return async () => { await Promise.all(${flood}); return {}; };`,
      {},
      api.origin,
    );
    expect((await failure(worker.render(PAGE, DEADLINE))).message).toContain('Too many requests to the API');
  });

  test.each([
    ['another origin', '"http://127.0.0.1:2/api/blog"', /is not the API/],
    ['another path of it', 'options.apiOrigin + "/metrics"', /is not the API/],
    [
      'a request that sends something',
      'options.apiOrigin + "/api/contact", { method: "POST" }',
      /sends nothing/,
    ],
    ['an API that is down', 'options.apiOrigin + "/api/blog"', /fetch failed/],
  ])('rejects %s', async (_, url, reason) => {
    const worker = await start(`return async () => { await fetchApi(${url}); return {}; };`);
    expect((await failure(worker.render(PAGE, DEADLINE))).message).toMatch(reason);
  });
});

describe('a process that does not become ready', () => {
  test.each([
    ['because its bundle is broken', 'throw new Error("no such remote");', /no such remote/],
    [
      'because it ends',
      'onStep("blog/Post was being loaded"); process.exit(0);',
      /ended with code 0: blog\/Post was being loaded$/,
    ],
  ])('%s reports the reason', async (_, code, reason) => {
    expect((await failure(start(code))).message).toMatch(reason);
  });

  test('because its bundle is missing reports it', async () => {
    const input = { bundle: path.join(folder, 'nowhere.js'), options: OPTIONS };
    expect((await failure(startRenderWorker(program, input, 'ignore'))).message).toMatch(/nowhere\.js/);
  });
});
