import type { Row } from '../../channel/operations';

/** How many rows of each table, in words. */
export const countsLine = (counts: Row): string =>
  Object.entries(counts)
    .map(([table, rows]) => `${table} ${rows ?? ''}`)
    .join(', ');
