/** Names that a remote may have: they become part of addresses, files, classes, variables and containers. */
export const REMOTE_NAME = /^(?!constructor$)[a-z][a-z0-9]{1,29}$/;
export const REMOTE_NAME_RULE = 'two to thirty small Latin letters and digits, a letter first';

/** Names that a remote's sections may have: they become part of code, files and ids. */
export const SECTION_NAME = /^[A-Z][A-Za-z0-9]{0,39}$/;
export const SECTION_NAME_RULE = 'up to forty Latin letters and digits, a large letter first, like OpenDays';
