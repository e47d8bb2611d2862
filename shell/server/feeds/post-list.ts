import type { PostSummary } from '@vidlunnia/contracts';
import { singleFlight } from '@vidlunnia/operating/single-flight';

/** Milliseconds for which a list is used before it is fetched again. */
const FRESH = 60_000;

type Posts = readonly PostSummary[];

interface List {
  readonly posts: Posts;
  readonly since: number;
}

/**
 * The posts as they were within the last minute, fetched in single flight. When they cannot be fetched, the last list
 * stands for another minute; rejects when there never was one.
 */
export function createPostList(
  ask: () => Promise<Posts>,
  now: () => number = Date.now,
): () => Promise<Posts> {
  let kept: List | null = null;

  const refresh = singleFlight(async (previous: List | null): Promise<Posts> => {
    const posts = await ask().catch((error: unknown) => {
      if (previous) return previous.posts;
      throw error;
    });
    kept = { posts, since: now() };
    return posts;
  });

  return async () => (kept && now() - kept.since < FRESH ? kept.posts : refresh(kept));
}
