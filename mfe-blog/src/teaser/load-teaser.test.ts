import { expect, jest, test } from '@jest/globals';
import type { Api } from '@vidlunnia/contracts';
import { sampleApi, sampleSummaries } from '../testing/samples';
import { loadTeaser } from './load-teaser';

const { signal } = new AbortController();

test('three posts are requested once, with the signal; if an older shell returns all, only three are kept', async () => {
  const posts = jest.fn<Api['posts']>().mockResolvedValue(sampleSummaries(8));
  expect(await loadTeaser({}, { api: sampleApi({ posts }), signal })).toEqual(sampleSummaries(3));
  expect(posts.mock.calls).toEqual([[{ signal, limit: 3 }]]);
});

test('a list that fails to load rejects with the original error, which the shell logs', async () => {
  const error = new Error('503');
  const api = sampleApi({ posts: () => Promise.reject(error) });
  await expect(loadTeaser({}, { api, signal })).rejects.toBe(error);
});
