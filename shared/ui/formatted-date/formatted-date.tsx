const NBSP = '\u00A0';

const format = new Intl.DateTimeFormat('uk-UA', {
  timeZone: 'Europe/Kyiv',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/**
 * The date in Kyiv, like «17 листопада 2026 р.». Spaces are normalised, because versions of the locale data differ, and
 * the server's text must equal the browser's.
 */
const formatDate = (value: string): string => {
  const parts = format.formatToParts(new Date(value));
  const part = (type: 'day' | 'month' | 'year') => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('day')}${NBSP}${part('month')} ${part('year')}${NBSP}р.`;
};

export interface FormattedDateProps {
  /** ISO 8601 date and time. */
  readonly value: string;
  readonly className?: string | undefined;
}

export function FormattedDate({ value, className }: FormattedDateProps) {
  return (
    <time dateTime={value} className={className}>
      {formatDate(value)}
    </time>
  );
}
