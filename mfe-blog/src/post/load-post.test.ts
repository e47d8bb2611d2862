import { expect, jest, test } from '@jest/globals';
import type { Api } from '@vidlunnia/contracts';
import { sampleApi, samplePost } from '../testing/samples';
import { loadPost } from './load-post';

test('the post of the address is requested with the signal', async () => {
  const { signal } = new AbortController();
  const post = jest.fn<Api['post']>().mockResolvedValue(samplePost());
  expect(await loadPost({ postId: 'stattia-1' }, { api: sampleApi({ post }), signal })).toEqual(samplePost());
  expect(post.mock.calls).toEqual([['stattia-1', { signal }]]);
});
