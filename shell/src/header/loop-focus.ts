import type { KeyboardEvent } from 'react';

/**
 * Leads Tab from the last control inside to the first, and back with Shift: a modal dialog alone lets it leave for the
 * browser's own controls.
 */
export function loopFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab') return;
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>('a[href], button')];
  const [from, to] = event.shiftKey ? [controls[0], controls.at(-1)] : [controls.at(-1), controls[0]];
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}
