/** Golden pages by their names. */
export const PAGES = { home: '/', post: '/blog/golden', archive: '/blog' } as const;
