import { formatDate } from './format-date.ts';

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
