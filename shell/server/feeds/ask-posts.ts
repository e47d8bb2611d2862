import { FormatRegistry, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { PostSummary } from '@vidlunnia/shared/contracts';
import { PostSummarySchema } from '@vidlunnia/shared/contracts/schemas';
import { api } from '@vidlunnia/shared/topology';

/** Milliseconds that the API may take for its list. */
const DEADLINE = 2_000;

const PostsSchema = Type.Array(PostSummarySchema);

// TypeBox rejects formats that are not registered.
FormatRegistry.Set('date-time', (text) => !Number.isNaN(Date.parse(text)));

/** Fetches the list of all posts. Rejects when the API cannot be reached, is late, or responds with something else. */
export async function askPosts(apiOrigin: string): Promise<readonly PostSummary[]> {
  const address = `${apiOrigin}${api.prefix}/blog`;
  const response = await fetch(address, { signal: AbortSignal.timeout(DEADLINE) }).catch((cause: unknown) => {
    throw new Error(`${address} could not be reached`, { cause });
  });
  if (!response.ok) throw new Error(`${address} responded with ${String(response.status)}`);
  const posts: unknown = await response.json();
  if (!Value.Check(PostsSchema, posts))
    throw new Error(`${address} responded with something that is no list of posts`);
  return posts;
}
