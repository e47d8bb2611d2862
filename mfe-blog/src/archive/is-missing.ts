import type { PostArchive } from '@vidlunnia/contracts';

/** Whether there is no such page. The first always exists, even without posts. */
export const isMissing = ({ page, pages }: PostArchive): boolean => page > Math.max(1, pages);
