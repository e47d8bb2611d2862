import type { ComponentPropsWithRef } from 'react';
import { classNames } from '../class-names/class-names.ts';
import { Icon } from '../icon/icon.tsx';
import styles from './arrow-link.module.css';

export interface ArrowLinkProps extends ComponentPropsWithRef<'a'> {
  readonly href: string;
  readonly direction?: 'forward' | 'back' | undefined;
  /** Makes the nearest positioned ancestor clickable as a whole, such as a card. */
  readonly cover?: boolean | undefined;
}

export function ArrowLink({
  direction = 'forward',
  cover = false,
  className,
  children,
  ...rest
}: ArrowLinkProps) {
  const back = direction === 'back';
  return (
    <a {...rest} className={classNames(styles.link, back && styles.back, cover && styles.cover, className)}>
      {back && <Icon name="back" className={styles.arrow} />}
      {children}
      {!back && <Icon name="arrow" className={styles.arrow} />}
    </a>
  );
}
