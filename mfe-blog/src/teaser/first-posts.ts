import { TEASER_POSTS, type PostSummary } from '@vidlunnia/contracts';

/** The posts that the teaser shows. */
export const firstPosts = (posts: readonly PostSummary[]): readonly PostSummary[] =>
  posts.slice(0, TEASER_POSTS);
