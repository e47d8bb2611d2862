import type { ComponentPropsWithRef } from 'react';
import { buttonClass, type ButtonLook } from './button-look.ts';

export interface ButtonLinkProps extends ComponentPropsWithRef<'a'>, ButtonLook {
  readonly href: string;
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, className, children, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} className={buttonClass({ variant, size }, className)}>
      {children}
    </a>
  );
}
