import { beforeEach, expect, jest, test } from '@jest/globals';
import { deferred } from '../../testing/islands';
import { releaseSetOf, sampleReleaseSet, sampleRemoteRelease } from '../../testing/release-set';
import { fakeRenderer, type FakeRenderer } from '../../testing/renderer';
import type { Live, LiveSet } from '../releases/live-set';
import { createTemporarySets } from './temporary-sets';

const A = { news: 'aaaaaaaaaaaa' };
const B = { news: 'bbbbbbbbbbbb' };
const C = { news: 'cccccccccccc', orders: 'cccccccccccc' };
const MINUTE = 60_000;

const liveOf = (renderer: FakeRenderer): Live => ({
  ...{ releaseSet: renderer.releaseSet, renderer, releases: {} },
  since: new Date(),
});
let live: Live;
const log = { warn: jest.fn() };
let renderers: FakeRenderer[];
let start: jest.Mock<LiveSet['withLiveReleases']>;
let sets: ReturnType<typeof createTemporarySets>;
beforeEach(() => {
  jest.useFakeTimers();
  log.warn.mockReset();
  renderers = [];
  live = liveOf(fakeRenderer(sampleReleaseSet()));
  start = jest.fn<LiveSet['withLiveReleases']>(() => {
    const renderer = fakeRenderer(releaseSetOf());
    renderers.push(renderer);
    return Promise.resolve(liveOf(renderer));
  });
  sets = createTemporarySets({ engine: { live: () => live, withLiveReleases: start }, maxSets: 2, log });
});
const stopped = () => renderers.map(({ stop }) => stop.mock.calls.length);

test('one set serves each combination of versions, in any order, also while it starts', async () => {
  const [first, second] = await Promise.all([sets.get(C), sets.get({ orders: C.orders, news: C.news })]);
  expect(second).toBe(first);
  expect(start).toHaveBeenCalledTimes(1);
});

test('the least recently used set ends when there are too many; its next request starts it again; a stop ends all', async () => {
  await sets.get(A);
  await sets.get(B);
  await sets.get(A);
  await sets.get(C);
  expect(stopped()).toEqual([0, 1, 0]);
  await sets.get(B);
  expect(stopped()).toEqual([1, 1, 0, 0]);
  // The host ends.
  sets.stop();
  await jest.advanceTimersByTimeAsync(0);
  expect(stopped()).toEqual([1, 1, 1, 1]);
});

test('a set ends 15 minutes after its last use', async () => {
  for (let turn = 0; turn < 2; turn += 1) {
    await sets.get(A);
    await jest.advanceTimersByTimeAsync(14 * MINUTE);
  }
  expect(stopped()).toEqual([0]);
  await jest.advanceTimersByTimeAsync(2 * MINUTE);
  await sets.get(A);
  expect(stopped()).toEqual([1, 0]);
});

test('a failed set reports the reason, blocks no other set, and is retried after half a minute', async () => {
  start.mockRejectedValueOnce(new Error('news/Story renders nothing'));
  const reason = 'rejected at render-test: news/Story renders nothing';
  await expect(sets.get(A)).rejects.toThrow('news/Story renders nothing');
  await expect(sets.get(A)).rejects.toThrow(reason);
  expect(start).toHaveBeenCalledTimes(1);
  expect(log.warn.mock.calls).toEqual([[expect.stringContaining(reason)]]);
  await sets.get(B);
  await sets.get(C);
  expect(stopped()).toEqual([0, 0]);
  await jest.advanceTimersByTimeAsync(30_001);
  await expect(sets.get(A)).resolves.toBeDefined();
});

test('after a new live set, all sets are started again, also failed ones', async () => {
  await sets.get(A);
  start.mockRejectedValueOnce(new Error('no memory'));
  await expect(sets.get(B)).rejects.toThrow('no memory');
  live = liveOf(fakeRenderer(releaseSetOf(['news', sampleRemoteRelease('news', B.news)])));
  expect(await Promise.all([sets.get(A), sets.get(B)])).toHaveLength(2);
  expect(stopped()).toEqual([1, 0, 0]);
});

test('a set whose workers keep ending fails, and its renderer is stopped', async () => {
  await sets.get(A);
  renderers[0]?.keepEnding(new Error('the render worker ended with code 1'));
  await jest.advanceTimersByTimeAsync(0);
  await expect(sets.get(A)).rejects.toThrow('its render workers keep ending: the render worker ended');
  expect(stopped()).toEqual([1]);
});

test('sets start one at a time; a set evicted while queued does not start', async () => {
  const slow = deferred<Live>();
  const renderer = fakeRenderer(releaseSetOf());
  renderers.push(renderer);
  start.mockReturnValueOnce(slow.promise);
  const first = sets.get(A);
  await jest.advanceTimersByTimeAsync(0);
  const [second, third] = [B, C].map((versions) => sets.get(versions).catch(String));
  const fourth = sets.get({ shop: 'dddddddddddd' });
  await jest.advanceTimersByTimeAsync(0);
  expect(start).toHaveBeenCalledTimes(1);
  slow.resolve(liveOf(renderer));
  await Promise.all([first, second, third, fourth]);
  expect(start).toHaveBeenCalledTimes(3);
  expect(await second).toContain('Too many previews');
  // The first was evicted during its start.
  expect(stopped()).toEqual([1, 0, 0]);
});

test('a request waits for 15 seconds at most; its set continues to start', async () => {
  const slow = deferred<Live>();
  start.mockReturnValueOnce(slow.promise);
  const refusal = expect(sets.get(A)).rejects.toMatchObject({ statusCode: 503 });
  await jest.advanceTimersByTimeAsync(15_000);
  await refusal;
  slow.resolve(live);
  expect(await sets.get(A)).toBe(live);
});
