import type { LoadContext, ModuleParams, PageHead, PostArchive, PostSummary } from '@vidlunnia/contracts';
import { COPY } from './copy';

/** Posts per page. */
export const PAGE_SIZE = 12;

export const loadArchive = async (
  params: ModuleParams<'blog/Archive'>,
  { api, signal }: LoadContext,
): Promise<PostArchive> => archiveOf(await api.posts({ signal }), params);

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

/** Whether the page does not exist. The first page of all posts always exists, even without posts. */
export const isMissing = ({ page, pages, category }: PostArchive): boolean =>
  page > Math.max(category === undefined ? 1 : 0, pages);

/**
 * Head of an archive page. `archive` is `null` if posts could not be loaded. Each category has its own title and
 * description, because search engines drop pages with repeated ones.
 */
export function archiveHead(archive: PostArchive | null): PageHead {
  if (archive && isMissing(archive))
    return { title: COPY.missing.pageTitle, description: COPY.description, missing: true };
  const { page = 1, category } = archive ?? {};
  const description = category === undefined ? COPY.description : COPY.categoryDescription(category);
  return { title: COPY.pageTitle(page, category), description };
}
