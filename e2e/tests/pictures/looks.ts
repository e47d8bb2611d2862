/** Widths of window at which pictures are taken. */
export const WIDTHS = [360, 768, 1440];

/** Colour schemes in which pictures are taken. */
export const SCHEMES = ['light', 'dark'] as const;
