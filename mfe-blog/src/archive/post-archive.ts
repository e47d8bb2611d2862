import type { PostArchive, PostSummary } from '@vidlunnia/contracts';

/** Posts per page. */
export const PAGE_SIZE = 12;

/**
 * A page of all posts by category: first the category that was written in last, within each the newest first. A
 * category that does not fit goes on on the next page.
 * @param posts newest first
 * @param page from 1; one after the last has no posts
 */
export function archiveOf(posts: readonly PostSummary[], page: number): PostArchive {
  const byCategory = grouped(posts);
  const sorted = [...byCategory.values()].flat();
  let before = 0;
  const categories = [...byCategory].map(([name, { length }]) => {
    const begins = Math.floor(before / PAGE_SIZE) + 1;
    before += length;
    return { name, count: length, page: begins };
  });
  const shown = grouped(sorted.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE));
  return {
    page,
    pages: Math.ceil(sorted.length / PAGE_SIZE),
    categories,
    groups: [...shown].map(([category, ofIt]) => ({ category, posts: ofIt })),
  };
}

function grouped(posts: readonly PostSummary[]): Map<string, PostSummary[]> {
  const groups = new Map<string, PostSummary[]>();
  for (const post of posts) {
    const group = groups.get(post.category);
    if (group) group.push(post);
    else groups.set(post.category, [post]);
  }
  return groups;
}
