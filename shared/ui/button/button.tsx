import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { classNames } from '../class-names/class-names.ts';
import styles from './button.module.css';

interface ButtonLook {
  readonly variant?: 'solid' | 'ghost' | undefined;
  readonly size?: 'regular' | 'small' | undefined;
}

const buttonClass = ({ variant, size }: ButtonLook, className: string | undefined): string =>
  classNames(styles.button, variant === 'ghost' && styles.ghost, size === 'small' && styles.small, className);

export interface ButtonProps extends ComponentPropsWithRef<'button'>, ButtonLook {
  /** While the button's action runs, the button keeps its focus and ignores presses. */
  readonly busy?: boolean | undefined;
}

export function Button({
  variant,
  size,
  busy = false,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  // Enter in a field clicks this button too, so preventing the click prevents both.
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      {...(busy && { 'aria-disabled': true })}
      type={type}
      className={buttonClass({ variant, size }, className)}
      onClick={press}
    >
      {busy && <BusyEcho />}
      {/* Translators replace texts, and React cannot insert the echo before a replaced one. */}
      <span>{children}</span>
    </button>
  );
}

/** A decorative echo that pulses while an action runs. `--echo` is its size. */
export const BusyEcho = ({ className }: { readonly className?: string | undefined }) => (
  <span className={classNames(styles.echo, className)} aria-hidden="true" />
);

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
