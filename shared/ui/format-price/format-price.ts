const NBSP = '\u00A0';

const format = new Intl.NumberFormat('uk-UA', { useGrouping: 'always' });

/** Digits grouped by no-break spaces from a thousand up; the currency's sign is the caller's. */
export const formatPrice = (price: number): string =>
  format
    .formatToParts(price)
    .map((part) => (part.type === 'group' ? NBSP : part.value))
    .join('');
