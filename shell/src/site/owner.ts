import type { Owner } from '@vidlunnia/content';

let details: Owner | undefined;

/** Sets the owner's details before anything is rendered: a page and a render worker keep them as long as they live. */
export function setOwner(owner: Owner): void {
  details = owner;
}

/** The owner's details on this page. */
export function owner(): Owner {
  if (!details) throw new Error('The owner’s details are not set');
  return details;
}
