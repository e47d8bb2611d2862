import type { PostArchive } from '@vidlunnia/contracts';

/** Whether there is no such page. The first of all posts always exists, even without posts. */
export const isMissing = ({ page, pages, category }: PostArchive): boolean =>
  page > Math.max(category === undefined ? 1 : 0, pages);
