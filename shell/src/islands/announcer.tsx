import { VisuallyHidden } from '@vidlunnia/ui';

const ID = 'announcer';

/** Where screen readers hear what changed on the page. */
export const Announcer = () => <VisuallyHidden id={ID} role="status" />;

/** Has screen readers say something, wherever the visitor is. React leaves alone what has no children of its own. */
export function announce(text: string): void {
  document.getElementById(ID)?.replaceChildren(text);
}
