import type { PostArchive } from '@vidlunnia/contracts';

/** Whether the page does not exist. The first page of all posts always exists, even without posts. */
export const isMissing = ({ page, pages, category }: PostArchive): boolean =>
  page > Math.max(category === undefined ? 1 : 0, pages);
