import type { ModuleParams, PostArchive, PostSummary } from '@vidlunnia/contracts';

/** Posts per page. */
export const PAGE_SIZE = 12;

/**
 * Returns a page of all posts, or of one category's.
 *
 * @param posts newest first
 * @param params a page after the last, or a category without posts, gives an empty result
 */
export function archiveOf(
  posts: readonly PostSummary[],
  { page, category }: ModuleParams<'blog/Archive'>,
): PostArchive {
  const counts = new Map<string, number>();
  for (const post of posts) counts.set(post.category, (counts.get(post.category) ?? 0) + 1);
  const chosen = posts.filter((post) => category === undefined || post.category === category);
  return {
    page,
    pages: Math.ceil(chosen.length / PAGE_SIZE),
    ...(category !== undefined && { category }),
    categories: [...counts].map(([name, count]) => ({ name, count })),
    posts: chosen.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
  };
}
