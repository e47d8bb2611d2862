import type { SectionId } from '@vidlunnia/contracts';

/** The home page's section of this remote. */
export const BLOG_SECTION = 'blog' satisfies SectionId;

/** Address of the latest posts. */
export const BLOG_ADDRESS = `/#${BLOG_SECTION}`;

/**
 * Transition name by which browsers match a post's cover with its card on the next page. It is a `data` attribute that
 * the style sheet reads, because the site's policy forbids style attributes.
 */
export const coverName = (id: string) => `post-${id}`;
