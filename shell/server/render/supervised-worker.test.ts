/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { startLocalServer } from '@vidlunnia/http/testing';
import { build } from 'esbuild';
import { addressOf } from '../../src/pages/pages';
import { deferred } from '../../testing/islands';
import { sampleReleaseSet } from '../../testing/release-set';
import { sampleRenderedPage } from '../../testing/renderer';
import { startRenderWorker, superviseWorker, type Renderer, type RenderWorker } from './supervised-worker';

const OPTIONS = {
  releaseSet: sampleReleaseSet(),
  entries: {},
  apiOrigin: 'http://127.0.0.1:1',
  dataDeadline: 1_000,
  retentionMonths: 12,
};
// Milliseconds that no page here takes, even on a busy machine.
const DEADLINE = 100_000;
const at = (postId: string) => ({ page: { kind: 'post', params: { postId } }, submission: null }) as const;
const PAGE = at('луна');

describe('a render process', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'worker-'));
  const program = path.join(folder, 'worker.js');
  const workers: RenderWorker[] = [];
  beforeAll(async () => {
    const entryPoints = [path.join(__dirname, 'worker.ts')];
    await build({ entryPoints, outfile: program, bundle: true, platform: 'node' });
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
  async function start(code: string, changes: Partial<typeof OPTIONS> = {}): Promise<RenderWorker> {
    const bundle = path.join(mkdtempSync(path.join(folder, 'bundle-')), 'render.js');
    writeFileSync(bundle, `exports.createRenderer = async (options, onStep, fetchApi) => { ${code} };`);
    const options = { ...OPTIONS, ...changes };
    const worker = await startRenderWorker(program, { bundle, options }, 'ignore');
    workers.push(worker);
    return worker;
  }
  const render = (worker: RenderWorker, request = PAGE) => worker.render(request, DEADLINE);
  const failure = (promise: Promise<unknown>) =>
    promise.then(
      () => 'It did not fail',
      (error: unknown) => String(error).replace(/^\w+: /, ''),
    );

  test('renders the requested page with its start options', async () => {
    const worker = await start('return async ({ page: { params: { postId } } }) => ({ postId, options });');
    expect(await render(worker)).toEqual({ postId: 'луна', options: OPTIONS });
  });

  test('responds to each request with its own page, in any order; one may fail', async () => {
    const worker = await start(`
      let release;
      const last = new Promise((resolve) => (release = resolve));
      return async ({ page: { params: { postId } } }) => {
        if (postId === 'bad') throw new Error('Cannot read properties of null');
        if (postId === '1') await last;
        else setImmediate(release);
        return { postId };
      };
    `);
    const [first, bad, last] = ['1', 'bad', '2'].map((id) => render(worker, at(id)));
    await expect(bad).rejects.toThrow('Cannot read properties of null');
    expect(await Promise.all([first, last])).toEqual([{ postId: '1' }, { postId: '2' }]);
  });

  test('rejects the page at once when 32 others wait; when stopped, it finishes those first', async () => {
    const worker = await start(`
      let waiting = 0, release;
      const all = new Promise((resolve) => (release = resolve));
      return async ({ page: { params: { postId } } }) => {
        if (++waiting === 32) setImmediate(release);
        await all;
        return { postId };
      };
    `);
    const pages = Array.from({ length: 32 }, () => render(worker));
    expect(await failure(render(worker))).toBe('The render worker has too much to do');
    await worker.stop();
    expect(await Promise.all(pages)).toEqual(Array(32).fill({ postId: 'луна' }));
  });

  test('rejects a request past its deadline, and does not use its late page for another', async () => {
    const worker = await start(`
      let release;
      const next = new Promise((resolve) => (release = resolve));
      return async ({ page: { params: { postId } } }) => {
        if (postId === 'late') await next;
        else release();
        return { postId };
      };
    `);
    expect(await failure(worker.render(at('late'), 10))).toBe('/blog/late was not rendered in 10 ms');
    expect(await render(worker)).toEqual({ postId: 'луна' });
  });

  test('is killed after two missed deadlines in a row; one, or an error, does not end it', async () => {
    const worker = await start(`
      return async ({ page: { params: { postId } } }) => {
        if (postId === 'bad') throw new Error('broken');
        return postId === 'late' ? new Promise(() => undefined) : { postId };
      };
    `);
    const late = () => failure(worker.render(at('late'), 10));
    await late();
    expect(await render(worker)).toEqual({ postId: 'луна' });
    await late();
    expect(await failure(render(worker, at('bad')))).toContain('broken');
    expect(await late()).toBe('/blog/late was not rendered in 10 ms');
    await late();
    expect((await worker.ended).message).toBe('the render worker ended with SIGKILL');
  });

  test('that hangs reports its last step, and ends with its owner', async () => {
    const before = process.listeners('exit');
    const worker = await start(
      `return async (_, onStep) => { onStep('blog/Post was being rendered'); for (;;); };`,
    );
    expect(await failure(worker.render(PAGE, 500))).toBe(
      `${addressOf(PAGE.page)} was not rendered in 500 ms: blog/Post was being rendered`,
    );
    // Not by emitting `exit`, which has other listeners too.
    for (const end of process.listeners('exit').filter((listener) => !before.includes(listener))) end(0);
    expect((await worker.ended).message).toMatch(/^the render worker ended with SIGKILL/);
    expect(process.listeners('exit')).toEqual(before);
  });

  test.each([
    ['an error that nobody caught', 'setTimeout(() => { throw new Error("broken"); });', /broken/],
    ['itself', 'process.exit(3);', /ended with code 3/],
    [
      'filling its memory',
      'const all = []; setInterval(() => { for (let n = 0; n < 1000; n += 1) all.push(new Array(10_000).fill(n)); });',
      /ended with (?:SIGABRT|SIGTRAP|SIGILL|code 134)/,
    ],
  ])(
    'that ends by %s fails only its own pages, and reports what was being rendered',
    async (_, harm, reason) => {
      const step = 'blog/Post was being rendered';
      const worker = await start(
        `return (_, onStep) => new Promise(() => { onStep('${step}'); if (_.page.params.postId === '2') { ${harm} } });`,
      );
      const pages = ['1', '2'].map((id) => failure(render(worker, at(id))));
      const { message } = await worker.ended;
      expect(message).toMatch(reason);
      expect([await Promise.all(pages), message]).toEqual([
        [message, message],
        expect.stringMatching(`: ${step}$`),
      ]);
    },
  );

  test.each([
    ['a broken bundle', 'throw new Error("no such remote");', /no such remote/],
    [
      'a step that ends it',
      'onStep("blog/Post was being loaded"); process.exit(0);',
      /ended with code 0: blog\/Post was being loaded$/,
    ],
  ])('that does not become ready, with %s, reports the reason', async (_, code, reason) => {
    expect(await failure(start(code))).toMatch(reason);
  });

  test('that does not become ready, without its bundle, reports the reason', async () => {
    const input = { bundle: path.join(folder, 'nowhere.js'), options: OPTIONS };
    expect(await failure(startRenderWorker(program, input, 'ignore'))).toMatch(/nowhere\.js/);
  });

  describe('with the code of a release', () => {
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
      expect(await render(worker)).toEqual(all);
    });

    test('can read its own release, also through a link, and has an empty environment', async () => {
      const release = path.join(folder, 'release');
      mkdirSync(path.join(release, 'static'), { recursive: true });
      writeFileSync(path.join(release, 'entry.js'), 'module.exports = require("./static/луна.js");');
      writeFileSync(path.join(release, 'static/луна.js'), 'module.exports = "луна";');
      const link = path.join(folder, 'link');
      symlinkSync(release, link);
      const worker = await start(
        'return async () => ({ text: require(options.entries.own), environment: Object.keys(process.env) });',
        { entries: { own: path.join(link, 'entry.js') } },
      );
      expect(await render(worker)).toEqual({ text: 'луна', environment: ['NODE_ENV'] });
    });

    test('cannot harm its owner by messages of its own', async () => {
      const hostile = [
        null,
        1,
        'луна',
        [],
        ...['step', 'broken', 'failed'].map((key) => ({ [key]: { toString: 1 } })),
      ];
      const messages = [...hostile, { id: 1, fetch: { url: {} } }, { id: {}, page: {} }];
      const worker = await start(
        `return async () => { ${JSON.stringify(messages)}.forEach((each) => process.send(each)); return {}; };`,
      );
      expect(await render(worker)).toEqual({});
    });
  });

  describe('that needs the API', () => {
    const reads = (requests: string) => `return async () => { ${requests} };`;

    test('is answered by its owner', async () => {
      const api = await startLocalServer((_, response) => response.writeHead(404).end('{"луна":1}'));
      const asks = `
        const response = await fetchApi(options.apiOrigin + '/api/blog?limit=3', { headers: { 'x-request-id': 'r1' } });
        return { status: response.status, body: await response.json() };
      `;
      const worker = await start(reads(asks), { apiOrigin: api.origin });
      expect(await render(worker)).toEqual({ status: 404, body: { луна: 1 } });
      expect(api.received).toMatchObject([{ url: '/api/blog?limit=3', headers: { 'x-request-id': 'r1' } }]);
    });

    test.each([
      [200, 1],
      [500, 2],
    ])(
      'shares a response with status %d between pages at one moment: %d requests',
      async (status, requests) => {
        const api = await startLocalServer((_, response) => response.writeHead(status).end('{}'));
        const asks = `return { status: (await fetchApi(options.apiOrigin + '/api/blog')).status };`;
        const worker = await start(reads(asks), { apiOrigin: api.origin });
        for (const page of [PAGE, PAGE]) expect(await render(worker, page)).toEqual({ status });
        expect(api.received).toHaveLength(requests);
      },
    );

    test('sends at most 256 requests at once', async () => {
      const api = await startLocalServer(() => undefined);
      const flood = 'Array.from({ length: 300 }, (_, n) => fetchApi(options.apiOrigin + "/api/blog/" + n))';
      const worker = await start(reads(`await Promise.all(${flood}); return {};`), { apiOrigin: api.origin });
      expect(await failure(render(worker))).toContain('Too many requests to the API');
    });

    test.each([
      ['another origin', '"http://127.0.0.1:2/api/blog"', 'is not the API'],
      ['another path of it', 'options.apiOrigin + "/metrics"', 'is not the API'],
      [
        'a request that sends something',
        'options.apiOrigin + "/api/contact", { method: "POST" }',
        'sends nothing',
      ],
      ['an API that is down', 'options.apiOrigin + "/api/blog"', 'fetch failed'],
    ])('cannot use %s', async (_, request, reason) => {
      const worker = await start(reads(`await fetchApi(${request}); return {};`));
      expect(await failure(render(worker))).toContain(reason);
    });
  });
});

interface FakeWorker extends RenderWorker {
  readonly render: jest.Mock<RenderWorker['render']>;
  readonly stop: jest.Mock<RenderWorker['stop']>;
  readonly end: (reason: string) => Promise<void>;
}

describe('a renderer', () => {
  const start = jest.fn<() => Promise<RenderWorker>>();
  let log: { readonly info: jest.Mock; readonly warn: jest.Mock };
  let workers: FakeWorker[];
  let renderer: Renderer;
  beforeEach(async () => {
    jest.useFakeTimers();
    log = { info: jest.fn(), warn: jest.fn() };
    workers = [];
    start.mockReset().mockImplementation(() => Promise.resolve(fakeWorker()));
    renderer = await superviseWorker(start, log);
  });
  afterEach(async () => {
    await renderer.stop();
    jest.useRealTimers();
  });

  function fakeWorker(): FakeWorker {
    const { promise: ended, resolve } = deferred<Error>();
    const end = async (reason: string) => {
      resolve(new Error(reason));
      await jest.advanceTimersByTimeAsync(0);
    };
    const worker: FakeWorker = {
      ...{ ended, end },
      render: jest.fn<RenderWorker['render']>(({ page }) =>
        Promise.resolve(sampleRenderedPage(addressOf(page))),
      ),
      stop: jest.fn<RenderWorker['stop']>(() => end('stopped')),
    };
    workers.push(worker);
    return worker;
  }
  const render = () => renderer.render(PAGE);
  /** Waits for the next start; resolves to the milliseconds until then. */
  async function untilStart(): Promise<number> {
    const { length } = start.mock.calls;
    let waited = 0;
    for (; start.mock.calls.length === length; waited += 100) await jest.advanceTimersByTimeAsync(100);
    return waited;
  }

  test('renders by its worker, which has 3 s for a page', async () => {
    expect(await render()).toEqual(sampleRenderedPage(addressOf(PAGE.page)));
    expect(workers[0]?.render.mock.calls).toEqual([[PAGE, 3_000]]);
  });

  test('replaces a worker that ends after a pause; until then nothing is rendered', async () => {
    await workers[0]?.end('out of memory');
    await expect(render()).rejects.toThrow('There is no render worker at the moment');
    expect(await untilStart()).toBe(100);
    expect(await render()).toEqual(sampleRenderedPage(addressOf(PAGE.page)));
    expect(renderer.status()).toEqual({ state: 'ready', restarts: 1, rendering: 0 });
    expect(log.warn.mock.calls).toEqual([['The render worker is replaced: out of memory']]);
  });

  test('repeats a failing start, after growing pauses of up to 10 s', async () => {
    start.mockImplementation(() => Promise.reject(new Error('no')));
    await workers[0]?.end('crash');
    for (const pause of [100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000])
      expect(await untilStart()).toBe(pause);
    start.mockImplementation(() => Promise.resolve(fakeWorker()));
    expect(await untilStart()).toBe(10_000);
    expect(await render()).toEqual(sampleRenderedPage(addressOf(PAGE.page)));
  });

  test('replaces a worker after a minute of work after the short pause again', async () => {
    for (const turn of [0, 1, 2]) {
      await jest.advanceTimersByTimeAsync(60_000);
      await workers[turn]?.end('crash');
      expect(await untilStart()).toBe(100);
    }
    expect(renderer.status().state).toBe('ready');
  });

  test('whose fifth worker in a row ends soon after its start is unsteady', async () => {
    const unsteady = jest.fn();
    void renderer.unsteady.then(unsteady);
    for (const turn of [0, 1, 2, 3]) {
      await workers[turn]?.end('thrown after 300 ms');
      expect(renderer.status().state).toBe('restarting');
      await untilStart();
    }
    expect(unsteady).not.toHaveBeenCalled();
    await workers[4]?.end('the last straw');
    expect(unsteady.mock.calls).toEqual([[new Error('the last straw')]]);
    await untilStart();
    expect(renderer.status().state).toBe('failing');
    await jest.advanceTimersByTimeAsync(60_000);
    expect(renderer.status().state).toBe('ready');
  });

  test('that is stopped ends its worker and starts none', async () => {
    await renderer.stop();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(workers[0]?.stop).toHaveBeenCalledTimes(1);
    expect([start.mock.calls.length, log.warn.mock.calls]).toEqual([1, []]);
  });

  test('that is stopped before another worker starts starts none', async () => {
    await workers[0]?.end('crash');
    await renderer.stop();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(start).toHaveBeenCalledTimes(1);
  });

  test('that is stopped while another worker starts stops that one', async () => {
    const starting = deferred<RenderWorker>();
    start.mockReturnValueOnce(starting.promise);
    await workers[0]?.end('crash');
    await untilStart();
    await renderer.stop();
    const next = fakeWorker();
    starting.resolve(next);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(next.stop).toHaveBeenCalledTimes(1);
    expect(start).toHaveBeenCalledTimes(2);
  });
});
