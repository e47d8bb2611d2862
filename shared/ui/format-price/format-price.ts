const NBSP = '\u00A0';

const format = new Intl.NumberFormat('uk-UA', { useGrouping: 'always' });

/** Groups digits by no-break spaces, without the currency sign. */
export const formatPrice = (price: number): string =>
  format
    .formatToParts(price)
    .map((part) => (part.type === 'group' ? NBSP : part.value))
    .join('');
