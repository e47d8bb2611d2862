import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { buttonClass, type ButtonLook } from './button-look.ts';
import styles from './button.module.css';

export interface ButtonProps extends ComponentPropsWithRef<'button'>, ButtonLook {
  /** What the button started is still running: it keeps its focus, and pressing it does nothing. */
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
  // Enter in a field submits its form by a click on this button, so that rejecting the click rejects both.
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
      {busy && <span className={styles.echo} aria-hidden="true" />}
      {children}
    </button>
  );
}
