import type { HTMLAttributes } from 'react';
import { classNames } from '../class-names/class-names.ts';
import styles from './wrap.module.css';

export interface WrapProps extends HTMLAttributes<HTMLElement> {
  readonly as?: 'div' | 'p' | 'header' | 'footer' | 'nav' | 'main' | 'section' | 'article' | undefined;
}

/** The page's column: 1280 px at most, with a margin on either side. */
export function Wrap({ as: Tag = 'div', className, children, ...rest }: WrapProps) {
  return (
    <Tag {...rest} className={classNames(styles.wrap, className)}>
      {children}
    </Tag>
  );
}
