import type { SectionId } from '@vidlunnia/shared/contracts';

/** The home page's section that this remote fills. */
export const BLOG_SECTION = 'blog' satisfies SectionId;

/** Where the latest posts are. */
export const BLOG_ADDRESS = `/#${BLOG_SECTION}`;
