/** Attributes of an element, with the values that may pass. */
type Attributes = readonly (readonly [name: string, values: RegExp])[];

/**
 * Allowed link targets: this page, pages of this site, https pages elsewhere, mail, telephone. An address with a tab, a
 * line end or `\` is rejected: browsers drop the first two and read `\` as `/`, so the address may lead elsewhere.
 */
const ADDRESS = /^(?:https:\/\/(?!\/)|\/(?!\/)|#|mailto:|tel:)[^\s\\\p{Cc}]*$/iu;

const TITLE = ['title', /\S/] as const;

/** The prefix keeps headings apart from the page's own ids and from names of `document`. */
const heading: Attributes = [['id', /^part-[\p{L}\p{N}-]+$/u]];

const cell: Attributes = [
  ['class', /^align-(?:left|center|right)$/],
  ['scope', /^col$/],
];

const image: Attributes = [
  ['src', /^\/(?!\/)[^\s\\\p{Cc}]+$/u],
  ['alt', /^/],
  TITLE,
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
  ...plain('p', 'br', 'hr', 'blockquote', 'pre', 'ul', 'li', 'strong', 'em', 's', 'code'),
  ...plain('table', 'thead', 'tbody', 'tr'),
  ['h2', heading],
  ['h3', heading],
  ['h4', heading],
  ['a', [['href', ADDRESS], TITLE]],
  ['ol', [['start', /^\d{1,4}$/]]],
  ['img', image],
  ['div', frame],
  ['th', cell],
  ['td', cell],
]);

/** Elements that the API generates from a post's Markdown. Sanitisers remove others; their text stays. */
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

type AttributeValues = Readonly<Record<string, string>>;

const keptAttributes = (element: string, attributes: AttributeValues): AttributeValues => {
  const kept = Object.entries(attributes).filter(([name, value]) => allowsAttribute(element, name, value));
  const rel = element === 'a' ? relOf(Object.fromEntries(kept)['href']) : null;
  return Object.fromEntries(rel === null ? kept : [...kept, ['rel', rel]]);
};

/** The allow-list as options of sanitize-html, for servers. Browsers use DOMPurify. */
export const SANITIZE_HTML = {
  allowedTags: [...ELEMENT_NAMES],
  allowedAttributes: {
    ...Object.fromEntries(ELEMENT_NAMES.map((element) => [element, [...attributeNames(element)]])),
    a: [...attributeNames('a'), 'rel'],
  },
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nonTextTags: [...DROPPED_WITH_CONTENT],
  transformTags: {
    '*': (tagName: string, attributes: AttributeValues) => ({
      tagName,
      attribs: keptAttributes(tagName, attributes),
    }),
  },
  // Removed, because an image without its address would look broken.
  exclusiveFilter: ({ tag, attribs }: { readonly tag: string; readonly attribs: AttributeValues }) =>
    tag === 'img' && attribs['src'] === undefined,
};

/** What links to a heading have after `#`. A later heading of the same text gets a number. */
export const headingId = (text: string): string =>
  `part-${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')}`;
