import type { DOMAttributes } from 'react';

/** Safe HTML: a `TrustedHTML` in browsers that support it, else a string. */
type SanitisedHtml = NonNullable<DOMAttributes<Element>['dangerouslySetInnerHTML']>['__html'];

export type Sanitise = (html: string) => SanitisedHtml;

type Attributes = readonly (readonly [name: string, values: RegExp])[];

/**
 * Allowed link targets: pages of this site, https pages elsewhere, mail. An address with a tab, a line end or `\` is
 * rejected: browsers drop the first two and read `\` as `/`, so the address may lead elsewhere.
 */
const ADDRESS = /^(?:https:\/\/(?!\/)|\/(?!\/)|mailto:)[^\s\\\p{Cc}]*$/iu;

const cell: Attributes = [
  ['class', /^align-(?:left|center|right)$/],
  ['scope', /^(?:col|row)$/],
  ['colspan', /^\d{1,2}$/],
  ['rowspan', /^\d{1,2}$/],
];

const image: Attributes = [
  ['src', /^\/(?!\/)[^\s\\\p{Cc}]+$/u],
  ['alt', /^/],
  ['width', /^\d{1,4}$/],
  ['height', /^\d{1,4}$/],
  // Sizes of a photograph, from the API.
  ['srcset', /^\/api\/[^\s\\,]+ \d{1,4}w(?:, \/api\/[^\s\\,]+ \d{1,4}w)*$/],
  ['sizes', /^auto, 100vw$/],
  ['loading', /^lazy$/],
];

/** The API's frame around each table, in which a wide table scrolls. */
const frame: Attributes = [
  ['class', /^table$/],
  ['role', /^region$/],
  ['aria-label', /\S/],
  ['tabindex', /^0$/],
];

const plain = (...elements: string[]) => elements.map((element): [string, Attributes] => [element, []]);

const ELEMENTS = new Map<string, Attributes>([
  ...plain('h2', 'h3', 'h4', 'p', 'br', 'hr', 'blockquote', 'pre', 'figure', 'figcaption', 'ul', 'li'),
  ...plain('strong', 'em', 's', 'sub', 'sup', 'code'),
  ...plain('table', 'caption', 'thead', 'tbody', 'tfoot', 'tr'),
  ['a', [['href', ADDRESS]]],
  ['abbr', [['title', /\S/]]],
  ['ol', [['start', /^\d{1,4}$/]]],
  ['img', image],
  ['div', frame],
  ['th', cell],
  ['td', cell],
]);

/** Elements that the API generates from a post's Markdown. Others are removed; their text stays. */
export const ELEMENT_NAMES: readonly string[] = [...ELEMENTS.keys()];

/** Elements that are removed with their content, which is not text. */
export const DROPPED_WITH_CONTENT: readonly string[] = [
  ...['script', 'style', 'template', 'noscript', 'noembed', 'noframes', 'title', 'xmp', 'plaintext'],
  ...['iframe', 'object', 'audio', 'video', 'svg', 'math'],
  ...['button', 'select', 'option', 'textarea'],
];

export const attributeNames = (element: string): readonly string[] =>
  (ELEMENTS.get(element) ?? []).map(([name]) => name);

export const allowsAttribute = (element: string, attribute: string, value: string): boolean =>
  (ELEMENTS.get(element) ?? []).some(([name, values]) => name === attribute && values.test(value));

/** The `rel` required of a link to another site; `null` for any other link. */
export const relOf = (href: string | null | undefined): string | null =>
  href !== null && href !== undefined && /^https:/i.test(href) ? 'noopener noreferrer' : null;
