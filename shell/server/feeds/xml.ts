import { attribute } from '../escape';

/** What XML 1.0 forbids even as a reference (its section 2.2); of surrogates the lone ones. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Text of an element or value of a double-quoted attribute; what XML cannot hold is left out. */
export const xml = (value: string): string => attribute(value.replace(FORBIDDEN, ''));

export const element = (name: string, value: string): string => `<${name}>${xml(value)}</${name}>`;

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
