import type { ReactNode } from 'react';
import { classNames } from '../class-names/class-names.ts';
import styles from './icon.module.css';

/** Line drawings on a 24 × 24 grid. */
const SHAPES = {
  arrow: <path d="M4 12h15M13 6l6 6-6 6" />,
  back: <path d="M20 12H5M11 6l-6 6 6 6" />,
  down: <path d="M12 4v15M6 13l6 6 6-6" />,
  chevron: <path d="m6 9 6 6 6-6" />,
  'chevron-up': <path d="m6 15 6-6 6 6" />,
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  cross: <path d="m6 6 12 12M18 6 6 18" />,
  menu: <path d="M3 8h18M3 16h12" />,
  alert: <path d="M12 5v8.5M12 18.2v.3" />,
  telegram: <path d="M21 4 3 11.2l6 2.3L11.5 20l3.2-4.3L19 19z M9 13.5 21 4" />,
  instagram: (
    <>
      <rect x="4" y="4" width="16" height="16" rx="4.5" />
      <circle cx="12" cy="12" r="3.7" />
      <path d="M16.6 7.4v.010" />
    </>
  ),
  facebook: <path d="M13 21v-8.5m0 0V9c0-2 1-3.5 3.5-3.5H18M13 12.5H9.5m3.5 0h4" />,
  linkedin: <path d="M6 10v9M6 5.6v.010M11 19v-9M11 14c0-2.5 1.5-4 3.5-4s3.5 1.5 3.5 4v5" />,
} as const satisfies Readonly<Record<string, ReactNode>>;

export interface IconProps {
  readonly name: keyof typeof SHAPES;
  readonly className?: string | undefined;
}

/** A decorative icon in the colour of its text. Text must carry the meaning. */
export function Icon({ name, className }: IconProps) {
  return (
    <svg
      className={classNames(styles.icon, className)}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      {SHAPES[name]}
    </svg>
  );
}
