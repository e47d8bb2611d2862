/** Attribute of the root element while links navigate inside the page. */
export const FOLLOWS_LINKS = 'data-follows-links';
