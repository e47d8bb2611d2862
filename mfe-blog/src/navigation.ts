import type { SectionId } from '@vidlunnia/contracts';

/** The home page's section of this remote. */
export const BLOG_SECTION = 'blog' satisfies SectionId;

/** Address of the latest posts. */
export const BLOG_ADDRESS = `/#${BLOG_SECTION}`;

/**
 * Name by which browsers match a post's cover with its card on the next page, for the transition. It is in an attribute
 * that the style sheet reads: the site's policy forbids style attributes.
 */
export const coverName = (id: string) => `post-${id}`;
