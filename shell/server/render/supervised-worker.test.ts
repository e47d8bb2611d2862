/** @jest-environment node */
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { addressOf, pageAt } from '../../src/pages/pages';
import type { RenderedPage } from '../../src/pages/rendered-page';
import { deferred, type Deferred } from '../../testing/islands';
import { sampleRenderedPage } from '../../testing/renderer';
import { RenderTimeout, type RenderWorker } from './render-worker';
import type { Renderer, superviseWorker as SuperviseWorker } from './supervised-worker';

const mockPause = jest.fn<(milliseconds: number) => Promise<void>>();
jest.mock('node:timers/promises', () => ({ setTimeout: (milliseconds: number) => mockPause(milliseconds) }));

interface FakeWorker extends RenderWorker {
  readonly render: jest.Mock<RenderWorker['render']>;
  readonly stop: jest.Mock<RenderWorker['stop']>;
  readonly end: (reason: string) => Promise<void>;
}

const PAGE = { page: pageAt('/'), submission: null };
const log = { info: jest.fn(), warn: jest.fn() };
const start = jest.fn<() => Promise<RenderWorker>>();
let workers: FakeWorker[];
let pauses: Deferred<undefined>[];

function newWorker(): FakeWorker {
  const { promise: ended, resolve } = deferred<Error>();
  const end = async (reason: string) => {
    resolve(new Error(reason));
    await settle();
  };
  const worker: FakeWorker = {
    render: jest.fn<RenderWorker['render']>(({ page }) =>
      Promise.resolve(sampleRenderedPage(addressOf(page))),
    ),
    stop: jest.fn<RenderWorker['stop']>(() => end('stopped')),
    ended,
    end,
  };
  workers.push(worker);
  return worker;
}
const settle = () => new Promise((resolve) => setImmediate(resolve));
/** Lets the pause before the next worker elapse. */
const pass = async () => {
  pauses.at(-1)?.resolve(undefined);
  await settle();
};
const asked = () => mockPause.mock.calls.map(([milliseconds]) => milliseconds);

let superviseWorker: typeof SuperviseWorker;
let renderer: Renderer;
beforeAll(async () => {
  // Imported after pauses are mocked.
  ({ superviseWorker } = await import('./supervised-worker'));
});
beforeEach(async () => {
  jest.restoreAllMocks();
  jest.resetAllMocks();
  later(0);
  workers = [];
  pauses = [];
  mockPause.mockImplementation(() => {
    const pause = deferred<undefined>();
    pauses.push(pause);
    return pause.promise;
  });
  start.mockImplementation(() => Promise.resolve(newWorker()));
  renderer = await superviseWorker(start, log);
});
afterEach(async () => {
  await renderer.stop();
});

/** Stops the clock until a test moves it. */
function later(milliseconds: number) {
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now + milliseconds);
}
const render = () => renderer.render(PAGE);
const late = () => Promise.reject(new RenderTimeout('late'));

test('a page is rendered by the worker, which has 3 s for it', async () => {
  expect(await render()).toEqual(sampleRenderedPage('/'));
  expect(workers[0]?.render.mock.calls).toEqual([[PAGE, 3_000]]);
});

test('at most 32 pages wait for a worker; the next one is rejected at once', async () => {
  const { promise, resolve } = deferred<RenderedPage>();
  workers[0]?.render.mockImplementation(async () => promise);
  const waiting = Array.from({ length: 32 }, render);
  await expect(render()).rejects.toThrow('The render worker has too much to do');
  resolve(sampleRenderedPage('/'));
  await Promise.all(waiting);
  expect(await render()).toEqual(sampleRenderedPage('/'));
});

describe('a worker that ends', () => {
  test('is replaced after a pause; until then nothing is rendered', async () => {
    await workers[0]?.end('out of memory');
    await expect(render()).rejects.toThrow('There is no render worker at the moment');
    await pass();
    expect(await render()).toEqual(sampleRenderedPage('/'));
    expect([workers.length, asked()]).toEqual([2, [100]]);
    expect(log.warn.mock.calls).toEqual([['A new render worker takes over: out of memory']]);
  });

  test('is replaced by repeated attempts, after growing pauses of up to 10 s', async () => {
    start.mockImplementation(() => Promise.reject(new Error('no')));
    await workers[0]?.end('crash');
    for (let pause = 0; pause < 8; pause += 1) await pass();
    expect(asked()).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
    start.mockImplementation(() => Promise.resolve(newWorker()));
    await pass();
    expect(await render()).toEqual(sampleRenderedPage('/'));
  });

  test('after a minute of work is replaced after the short pause again', async () => {
    for (const turn of [0, 1, 2]) {
      later(60_000);
      await workers[turn]?.end('crash');
      await pass();
    }
    expect([asked(), renderer.status().state]).toEqual([[100, 100, 100], 'ready']);
  });

  test('soon after its start, for the fifth time in a row, makes its set unsteady', async () => {
    const unsteady = jest.fn();
    void renderer.unsteady.then(unsteady);
    for (const turn of [0, 1, 2, 3]) {
      await workers[turn]?.end('thrown after 300 ms');
      expect(renderer.status().state).toBe('restarting');
      await pass();
    }
    expect(unsteady).not.toHaveBeenCalled();
    await workers[4]?.end('the last straw');
    expect(unsteady.mock.calls).toEqual([[new Error('the last straw')]]);
    await pass();
    expect(renderer.status().state).toBe('failing');
    later(60_000);
    expect(renderer.status().state).toBe('ready');
  });
});

describe('a worker that does not respond', () => {
  test('is replaced after two timeouts in a row; one slow page or an error does not end it', async () => {
    const [first] = workers;
    for (const failing of [late, () => Promise.reject(new Error('broken')), late]) {
      first?.render.mockImplementationOnce(failing);
      await expect(render()).rejects.toThrow(/late|broken/);
      await render();
    }
    expect(first?.stop).not.toHaveBeenCalled();
    first?.render.mockImplementation(late);
    await expect(render()).rejects.toThrow('late');
    await expect(render()).rejects.toThrow('late');
    expect(first?.stop).toHaveBeenCalledTimes(1);
    await settle();
    await pass();
    expect(await render()).toEqual(sampleRenderedPage('/'));
    expect(workers).toHaveLength(2);
  });
});

describe('a renderer that is stopped', () => {
  test('finishes its pages first, then ends its worker and starts none', async () => {
    const page = deferred<RenderedPage>();
    workers[0]?.render.mockReturnValueOnce(page.promise);
    const rendering = render();
    const stopping = renderer.stop();
    await settle();
    expect(workers[0]?.stop).not.toHaveBeenCalled();
    page.resolve(sampleRenderedPage('/'));
    expect(await rendering).toEqual(sampleRenderedPage('/'));
    await stopping;
    expect(workers[0]?.stop).toHaveBeenCalledTimes(1);
    expect([workers.length, asked().length, log.warn.mock.calls]).toEqual([1, 0, []]);
  });

  test('while it waits for another worker starts none', async () => {
    await workers[0]?.end('crash');
    await renderer.stop();
    await pass();
    expect(start).toHaveBeenCalledTimes(1);
  });

  test('while another worker starts stops that one', async () => {
    const starting = deferred<RenderWorker>();
    start.mockReturnValueOnce(starting.promise);
    await workers[0]?.end('crash');
    await pass();
    await renderer.stop();
    const next = newWorker();
    starting.resolve(next);
    await settle();
    expect(next.stop).toHaveBeenCalledTimes(1);
  });
});
