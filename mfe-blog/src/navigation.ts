import type { SectionId } from '@vidlunnia/contracts';

/** The home page's section that this remote fills. */
export const BLOG_SECTION = 'blog' satisfies SectionId;

/** Where the latest posts are. */
export const BLOG_ADDRESS = `/#${BLOG_SECTION}`;

/**
 * Name by which browsers recognise a post's cover on the next page, and let it grow from its card. It stands in an
 * attribute that the style sheet reads: the site's policy takes no styles of elements.
 */
export const coverName = (id: string) => `post-${id}`;
