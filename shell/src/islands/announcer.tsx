import { VisuallyHidden } from '@vidlunnia/ui';

const ID = 'announcer';

/** Live region in which screen readers hear changes of the page. */
export const Announcer = () => <VisuallyHidden id={ID} role="status" />;

/**
 * Makes screen readers say something, wherever the visitor is. React does not touch text in an element without children
 * of its own.
 */
export function announce(text: string): void {
  document.getElementById(ID)?.replaceChildren(text);
}
