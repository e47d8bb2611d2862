/** @jest-environment node */
import { expect, jest, test } from '@jest/globals';
import type { PostSummary } from '@vidlunnia/contracts';
import { createPostList } from './post-list';
import { samplePost } from './sample-posts';

const MINUTE = 60_000;
const first = [samplePost({ id: 'first' })];
const second = [samplePost({ id: 'second' })];

function setUp() {
  const clock = { now: 0 };
  const ask = jest.fn<() => Promise<readonly PostSummary[]>>();
  return { clock, ask, posts: createPostList(ask, () => clock.now) };
}

test('one list serves a minute, then it is fetched again', async () => {
  const { clock, ask, posts } = setUp();
  ask.mockResolvedValueOnce(first).mockResolvedValueOnce(second);
  await expect(posts()).resolves.toBe(first);
  clock.now = MINUTE - 1;
  await expect(posts()).resolves.toBe(first);
  clock.now = MINUTE;
  await expect(posts()).resolves.toBe(second);
});

test('concurrent requests fetch it once', async () => {
  const { ask, posts } = setUp();
  ask.mockResolvedValue(first);
  await Promise.all([posts(), posts(), posts()]);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('when the API fails the last list stands, for a minute without another fetch', async () => {
  const { clock, ask, posts } = setUp();
  ask.mockResolvedValueOnce(first).mockRejectedValueOnce(new Error('down')).mockResolvedValueOnce(second);
  await posts();
  clock.now = MINUTE;
  await expect(posts()).resolves.toBe(first);
  clock.now = 2 * MINUTE - 1;
  await expect(posts()).resolves.toBe(first);
  clock.now = 2 * MINUTE;
  await expect(posts()).resolves.toBe(second);
});

test('without any list yet it rejects, and the next request fetches again', async () => {
  const { ask, posts } = setUp();
  ask.mockRejectedValueOnce(new Error('down')).mockResolvedValueOnce(first);
  await expect(posts()).rejects.toThrow('down');
  await expect(posts()).resolves.toBe(first);
});
