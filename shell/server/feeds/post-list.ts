import type { PostSummary } from '@vidlunnia/shared/contracts';

/** Milliseconds for which a list is used before it is fetched again. */
const FRESH = 60_000;

type Posts = readonly PostSummary[];

/**
 * The posts as they were within the last minute, fetched in single flight. When they cannot be fetched, the last list
 * stands for another minute; rejects when there never was one.
 */
export function createPostList(
  ask: () => Promise<Posts>,
  now: () => number = Date.now,
): () => Promise<Posts> {
  let kept: { readonly posts: Posts; readonly since: number } | null = null;
  let underWay: Promise<Posts> | null = null;

  const refresh = async (): Promise<Posts> => {
    const previous = kept;
    const posts = await ask().catch((error: unknown) => {
      if (previous) return previous.posts;
      throw error;
    });
    kept = { posts, since: now() };
    return posts;
  };

  return async () => {
    if (kept && now() - kept.since < FRESH) return kept.posts;
    underWay ??= refresh().finally(() => {
      underWay = null;
    });
    return underWay;
  };
}
