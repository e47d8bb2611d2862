import type { HTMLAttributes } from 'react';
import { classNames } from '../class-names/class-names.ts';
import styles from './badge.module.css';

/** A category's small label. */
export function Badge({ className, children, ...rest }: HTMLAttributes<HTMLSpanElement>) {
  return (
    <span {...rest} className={classNames(styles.badge, className)}>
      {children}
    </span>
  );
}
