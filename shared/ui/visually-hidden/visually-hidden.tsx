import type { HTMLAttributes } from 'react';
import { classNames } from '../class-names/class-names.ts';
import styles from './visually-hidden.module.css';

export interface VisuallyHiddenProps extends HTMLAttributes<HTMLElement> {
  readonly as?: 'span' | 'div' | 'p' | 'h2' | 'h3' | undefined;
}

/** Text for screen readers only. */
export function VisuallyHidden({ as: Tag = 'span', className, children, ...rest }: VisuallyHiddenProps) {
  return (
    <Tag {...rest} className={classNames(styles.hidden, className)}>
      {children}
    </Tag>
  );
}
