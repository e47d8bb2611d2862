import type { RemoteName } from './modules.ts';

/**
 * Allowed names of a remote. A name becomes part of addresses, files, classes, variables and containers. Every
 * JavaScript object has a `constructor`, and CSS layers cannot have the other excluded names.
 */
export const REMOTE_NAME = /^(?!(?:constructor|inherit|initial|revert|unset)$)[a-z][a-z0-9]{1,29}$/;
export const REMOTE_NAME_RULE =
  'two to thirty small Latin letters and digits, a letter first; constructor, inherit, initial, revert and unset are taken';

/** Allowed names of a remote's sections. A name becomes part of code, files and ids. */
export const SECTION_NAME = /^[A-Z][A-Za-z0-9]{0,39}$/;
export const SECTION_NAME_RULE = 'up to forty Latin letters and digits, a large letter first, like OpenDays';

const NAMED: Readonly<Record<RemoteName, true>> = { home: true, blog: true, forms: true };

/** The remotes of the contract. The sections of other remotes are in zones. */
export const REMOTE_NAMES = Object.keys(NAMED) as readonly RemoteName[];
