import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import inspector from 'node:inspector';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { startLocalServer } from '@vidlunnia/settings/testing/local-server';
import { build } from 'esbuild';
import { deferred } from '../../testing/islands';
import { sampleReleaseSet } from '../../testing/release-set';
import { sampleRenderedPage } from '../../testing/renderer';
import { startRenderWorker, superviseWorker, type Renderer, type RenderWorker } from './supervised-worker';

const OPTIONS = {
  releaseSet: sampleReleaseSet(),
  entries: {},
  apiOrigin: 'http://127.0.0.1:1',
  dataDeadline: 1_000,
};
/** Longer than any page here takes, even on a busy machine. */
const DEADLINE_MS = 100_000;
const at = (id: string) => ({ page: { kind: 'story', params: { id } } }) as const;
const PAGE = at('rye');
const RENDERED = sampleRenderedPage('/news/rye');

describe('a render process', () => {
  const folder = temporaryFolder();
  const program = path.join(folder, 'worker.js');
  const workers: RenderWorker[] = [];
  beforeAll(async () => {
    const entryPoints = [path.join(__dirname, 'worker.ts')];
    await build({ entryPoints, outfile: program, bundle: true, platform: 'node' });
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  });

  /**
   * Starts a real process with the real program; its bundle has this code as `createRenderer`, and is missing without
   * code. Jest would treat its output as its own.
   */
  async function start(code: string | null, changes: Partial<typeof OPTIONS> = {}): Promise<RenderWorker> {
    const bundle = path.join(mkdtempSync(path.join(folder, 'bundle-')), 'render.js');
    const text = `exports.createRenderer = async (options, onStep, fetchApi) => { ${String(code)} };`;
    if (code !== null) writeFileSync(bundle, text);
    const options = { ...OPTIONS, ...changes };
    const worker = await startRenderWorker(program, { bundle, options }, 'ignore');
    workers.push(worker);
    return worker;
  }
  /** Code of a renderer that does this for each page. */
  const pages = (code: string) => `return async ({ page: { params: { id } } }, onStep) => { ${code} };`;
  const render = (worker: RenderWorker, request = PAGE, deadlineMs = DEADLINE_MS) =>
    worker.render(request, deadlineMs);
  const failure = (promise: Promise<unknown>) =>
    promise.then(
      () => 'It succeeded',
      (error: unknown) => String(error).replace(/^\w+: /, ''),
    );

  test('responds to each request with its page, in any order; a failure affects only its page', async () => {
    const worker = await start(`
      let release;
      const last = new Promise((resolve) => (release = resolve));
      ${pages(`
        if (id === 'bad') throw new Error('Cannot read properties of null');
        if (id === '1') await last;
        else setImmediate(release);
        return { id, options };
      `)}
    `);
    const [first, bad, last] = ['1', 'bad', '2'].map((id) => render(worker, at(id)));
    await expect(bad).rejects.toThrow('Cannot read properties of null');
    const expected = ['1', '2'].map((id) => ({ id, options: OPTIONS }));
    expect(await Promise.all([first, last])).toEqual(expected);
  });

  test('rejects a page at once while 32 others wait; a stop finishes those first', async () => {
    const worker = await start(`
      let waiting = 0, release;
      const all = new Promise((resolve) => (release = resolve));
      ${pages('if (++waiting === 32) setImmediate(release); await all; return { id };')}
    `);
    const first = Array.from({ length: 32 }, () => render(worker));
    expect(await failure(render(worker))).toBe('Too many pages wait for the worker');
    await worker.stop();
    expect(await Promise.all(first)).toEqual(Array(32).fill({ id: 'rye' }));
  });

  test('is killed after two consecutive missed deadlines; a page or an error in between resets the count', async () => {
    const worker = await start(`
      let endLate;
      ${pages(`
        if (id === 'bad') throw new Error('broken');
        if (id === 'late') await new Promise((resolve) => (endLate = resolve));
        else endLate();
        return { id };
      `)}
    `);
    const late = () => failure(render(worker, at('late'), 10));
    expect(await late()).toBe('story late was not rendered in 10 ms');
    // Not the late page, which ends now.
    expect(await render(worker)).toEqual({ id: 'rye' });
    await late();
    expect(await failure(render(worker, at('bad')))).toContain('broken');
    expect(await late()).toBe('story late was not rendered in 10 ms');
    await late();
    expect((await worker.ended).message).toBe('the render worker ended with SIGKILL');
  });

  test('that hangs reports its last step, and is killed when its owner exits', async () => {
    const before = process.listeners('exit');
    const worker = await start(pages("onStep('news/Story was being rendered'); for (;;);"));
    expect(await failure(render(worker, PAGE, 500))).toBe(
      'story rye was not rendered in 500 ms: news/Story was being rendered',
    );
    // Not by emitting `exit`, because it has other listeners.
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
  ])('that ends by %s fails only its own pages, and reports its last step', async (_, harm, reason) => {
    const step = 'news/Story was being rendered';
    const worker = await start(
      pages(`await new Promise(() => { onStep('${step}'); if (id === '2') { ${harm} } });`),
    );
    const failures = ['1', '2'].map((id) => failure(render(worker, at(id))));
    const { message } = await worker.ended;
    expect(message).toMatch(reason);
    expect(message.endsWith(`: ${step}`)).toBe(true);
    expect(await Promise.all(failures)).toEqual([message, message]);
  });

  test('has a debugger in development if its owner has one, and permissions otherwise', async () => {
    const begun = async () => {
      const worker = await start(pages('return process.execArgv;'));
      return (await render(worker)) as unknown;
    };
    const url = jest.spyOn(inspector, 'url').mockReturnValue('ws://127.0.0.1:1');
    const isAllowed = expect.stringContaining('permission');
    expect(await begun()).toEqual(expect.arrayContaining([isAllowed]));
    process.env['NODE_ENV'] = 'development';
    expect(await begun()).toContain('--inspect=0');
    process.env['NODE_ENV'] = 'test';
    url.mockRestore();
  });

  test.each([
    ['a broken bundle', 'throw new Error("no such remote");', /no such remote/],
    ['a step that ends it', 'onStep("loading"); process.exit(0);', /ended with code 0: loading$/],
    ['no bundle', null, /^ENOENT.*render\.js/],
  ])('that cannot start because of %s reports the reason', async (_, code, reason) => {
    expect(await failure(start(code))).toMatch(reason);
  });

  const FORBIDDEN = [
    'require("node:fs").readFileSync(BESIDE)',
    'require("node:fs").readFileSync("/proc/self/environ")',
    'require("node:fs").writeFileSync(BESIDE, "rye")',
    'require("node:child_process").spawnSync("true")',
    'await fetch("http://127.0.0.1:1")',
    'require("node:http").get("http://127.0.0.1:1")',
    'require("node:net").connect(1)',
    'require("node:tls").connect(1)',
    'require("node:http2").connect("http://127.0.0.1:1")',
    'require("node:http").createServer().listen(0)',
    'require("node:dgram").createSocket("udp4")',
    'await require("node:dns/promises").lookup("localhost")',
    '(await import("node:dns")).lookup("localhost", () => undefined)',
    'new (require("node:dns").Resolver)().resolve4("localhost", () => undefined)',
    'new (process.binding("tcp_wrap").TCP)(0)',
    'delete require("node:net").Socket.prototype.connect; require("node:net").connect(1)',
    // A signal of 0 does nothing.
    'process.kill(process.ppid, 0)',
    'process._kill(process.ppid, 0)',
    '(await import("node:process")).kill(process.ppid, 0)',
    'process._debugProcess(0)',
    'process.report.getReport()',
    'process.dlopen({ exports: {} }, BESIDE)',
    'process.chdir("/")',
    'require("node:os").setPriority(process.ppid, 19)',
    '(await import("node:os")).networkInterfaces()',
    'process.getBuiltinModule("os").userInfo()',
    'require("node:trace_events").createTracing({ categories: ["v8"] })',
    'require("node:inspector").open(0)',
    'new (await import("node:inspector/promises")).Session()',
    'require("node:v8").setFlagsFromString("--no-opt")',
    'require("node:v8").writeHeapSnapshot(BESIDE)',
    'new (require("node:worker_threads").Worker)("", { eval: true })',
    'new (require("node:wasi").WASI)({ version: "preview1" })',
    'require("node:module").register("data:text/javascript,")',
  ];

  test('cannot access other files, programs, processes or the network', async () => {
    const beside = path.join(folder, 'beside.txt');
    writeFileSync(beside, '');
    const tries = FORBIDDEN.map((code) => `[${JSON.stringify(code)}, async () => { ${code} }]`);
    const worker = await start(`
        const BESIDE = ${JSON.stringify(beside)};
        const outcome = ([code, reach]) => reach().then(() => [code, 'open'], (error) => [code, error.code ?? error.message]);
        return async () => Object.fromEntries(await Promise.all([${tries.join()}].map(outcome)));
      `);
    const denied = expect.stringMatching(
      /^ERR_ACCESS_DENIED$|^Releases have no access to |report\.getReport is not a function$/,
    );
    expect(await render(worker)).toEqual(Object.fromEntries(FORBIDDEN.map((code) => [code, denied])));
  });

  test('can read its own release, also through a link, and has an empty environment', async () => {
    const release = path.join(folder, 'release');
    mkdirSync(path.join(release, 'static'), { recursive: true });
    writeFileSync(path.join(release, 'entry.js'), 'module.exports = require("./static/rye.js");');
    writeFileSync(path.join(release, 'static/rye.js'), 'module.exports = "rye";');
    const link = path.join(folder, 'link');
    symlinkSync(release, link);
    const worker = await start(
      pages('return { text: require(options.entries.own), environment: Object.keys(process.env) };'),
      { entries: { own: path.join(link, 'entry.js') } },
    );
    expect(await render(worker)).toEqual({ text: 'rye', environment: ['NODE_ENV'] });
  });

  test('cannot harm its owner by forged messages', async () => {
    const wrong = [
      ...['step', 'broken', 'failed'].map((key) => ({ [key]: { toString: 1 } })),
      { id: {}, page: {} },
    ];
    const messages = JSON.stringify([null, 1, 'rye', [], { id: 1, fetch: { url: {} } }, ...wrong]);
    const worker = await start(pages(`${messages}.forEach((each) => process.send(each)); return {};`));
    expect(await render(worker)).toEqual({});
  });

  test('that sends its owner a file descriptor is killed', async () => {
    const worker = await start(
      pages(`
        const channel = Object.getOwnPropertySymbols(process).find(({ description }) => description === 'kChannelHandle');
        process.send({}, process[channel]);
        await new Promise(() => undefined);
      `),
    );
    expect(await failure(render(worker))).toBe('the render worker ended with SIGKILL');
  });

  test.each<[number, string | undefined, number]>([
    [200, undefined, 1],
    [404, 'dddddddddddd', 2],
  ])('gets a response %d of content %s; two pages cause %d requests', async (status, content, times) => {
    const api = await startLocalServer((_, response) => response.writeHead(status).end('{"rye":1}'));
    const asks = `
        const headers = { 'x-request-id': 'r1', 'X-Content-Version': 'cccccccccccc' };
        const response = await fetchApi(options.apiOrigin + '/api/news?limit=3', { headers });
        return { status: response.status, body: await response.json() };
      `;
    const releaseSet = { ...OPTIONS.releaseSet, ...(content && { content }) };
    const worker = await start(pages(asks), { apiOrigin: api.origin, releaseSet });
    for (const page of [PAGE, PAGE]) expect(await render(worker, page)).toEqual({ status, body: { rye: 1 } });
    const sent = { url: '/api/news?limit=3', headers: { 'x-request-id': 'r1' } };
    expect(api.received).toMatchObject(Array(times).fill(sent));
    expect(api.received[0]?.headers['x-content-version']).toBe(content);
  });

  test('sends at most 256 requests at once', async () => {
    const api = await startLocalServer(() => undefined);
    const flood = 'Array.from({ length: 257 }, (_, n) => fetchApi(options.apiOrigin + "/api/news/" + n))';
    const worker = await start(pages(`await Promise.all(${flood}); return {};`), { apiOrigin: api.origin });
    expect(await failure(render(worker))).toContain('Too many requests to the API');
  });

  test.each([
    ['another origin', '"http://127.0.0.1:2/api/news"', 'is not the API'],
    ['another path of the API', 'options.apiOrigin + "/metrics"', 'is not the API'],
    ['the API with a body', 'options.apiOrigin + "/api/contact", { method: "POST" }', 'cannot send data'],
    ['an API that is down', 'options.apiOrigin + "/api/news"', 'fetch failed'],
  ])('cannot fetch from %s', async (_, request, reason) => {
    const worker = await start(pages(`await fetchApi(${request}); return {};`));
    expect(await failure(render(worker))).toContain(reason);
  });
});

function fakeWorker() {
  const { promise: ended, resolve } = deferred<Error>();
  const end = async (reason: string) => {
    resolve(new Error(reason));
    await jest.advanceTimersByTimeAsync(0);
  };
  const render = jest.fn<RenderWorker['render']>(() => Promise.resolve(RENDERED));
  return { ended, end, render, stop: jest.fn(() => end('stopped')) };
}

describe('a renderer', () => {
  const start = jest.fn<() => Promise<RenderWorker>>();
  const log = { info: jest.fn(), warn: jest.fn() };
  let workers: ReturnType<typeof fakeWorker>[];
  let renderer: Renderer;
  beforeEach(async () => {
    jest.useFakeTimers();
    log.warn.mockReset();
    workers = [];
    start.mockReset().mockImplementation(() => {
      const worker = fakeWorker();
      workers.push(worker);
      return Promise.resolve(worker);
    });
    renderer = await superviseWorker(start, log);
  });
  afterEach(async () => {
    await renderer.stop();
    jest.useRealTimers();
  });

  const render = () => renderer.render(PAGE);
  /** Waits for the next start; resolves to the milliseconds until then. */
  async function untilStart(): Promise<number> {
    const { length } = start.mock.calls;
    let waited = 0;
    for (; start.mock.calls.length === length; waited += 100) await jest.advanceTimersByTimeAsync(100);
    return waited;
  }

  test('renders within 3 s a page; an ended worker is replaced after a pause, and pages are rejected until then', async () => {
    expect(await render()).toBe(RENDERED);
    expect(workers[0]?.render.mock.calls).toEqual([[PAGE, 3_000]]);
    await workers[0]?.end('out of memory');
    await expect(render()).rejects.toThrow('No render worker is running');
    expect(await untilStart()).toBe(100);
    expect(await render()).toBe(RENDERED);
    expect(renderer.status()).toEqual({ state: 'ready', restarts: 1, rendering: 0 });
    expect(log.warn.mock.calls).toEqual([['The render worker is replaced: out of memory']]);
  });

  test('retries a failed start after growing pauses of up to 10 s, which a minute of work resets', async () => {
    start.mockImplementation(() => Promise.reject(new Error('no')));
    await workers[0]?.end('crash');
    for (const pause of [100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000])
      expect(await untilStart()).toBe(pause);
    const next = fakeWorker();
    start.mockImplementation(() => Promise.resolve(next));
    expect(await untilStart()).toBe(10_000);
    expect(await render()).toBe(RENDERED);
    await jest.advanceTimersByTimeAsync(60_000);
    await next.end('crash');
    expect(await untilStart()).toBe(100);
  });

  test('gives up on its set after five consecutive failed starts', async () => {
    const crashLoop = jest.fn();
    void renderer.crashLoop.then(crashLoop);
    for (const turn of [0, 1, 2, 3]) {
      await workers[turn]?.end('thrown after 300 ms');
      expect(renderer.status().state).toBe('restarting');
      await untilStart();
    }
    expect(crashLoop).not.toHaveBeenCalled();
    await workers[4]?.end('the last straw');
    expect(crashLoop.mock.calls).toEqual([[new Error('the last straw')]]);
    await untilStart();
    expect(renderer.status().state).toBe('failing');
    await jest.advanceTimersByTimeAsync(60_000);
    expect(renderer.status().state).toBe('ready');
  });

  test.each([
    ['ends its worker', () => Promise.resolve(), 1, []],
    ['after its worker ended', () => workers[0]?.end('crash'), 0, [['The render worker is replaced: crash']]],
  ])('that is stopped %s starts no other', async (_, harm, stops, warnings) => {
    await harm();
    await renderer.stop();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(workers[0]?.stop).toHaveBeenCalledTimes(stops);
    expect([start.mock.calls.length, log.warn.mock.calls]).toEqual([1, warnings]);
  });

  test('that is stopped during a start stops the new worker', async () => {
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
