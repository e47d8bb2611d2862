import sanitizeHtml, { type Attributes, type IOptions } from 'sanitize-html';
import {
  allowsAttribute,
  attributeNames,
  DROPPED_WITH_CONTENT,
  ELEMENT_NAMES,
  relOf,
  type Sanitise,
} from './policy';

const options: IOptions = {
  allowedTags: [...ELEMENT_NAMES],
  allowedAttributes: {
    ...Object.fromEntries(ELEMENT_NAMES.map((element) => [element, [...attributeNames(element)]])),
    a: [...attributeNames('a'), 'rel'],
  },
  allowedSchemes: ['https', 'mailto'],
  allowProtocolRelative: false,
  nonTextTags: [...DROPPED_WITH_CONTENT],
  transformTags: {
    '*': (tagName, attribs) => ({ tagName, attribs: allowedAttributes(tagName, attribs) }),
  },
  // Removed, because an image without its address would look broken.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs['src'] === undefined,
};

const allowedAttributes = (element: string, attributes: Attributes): Attributes => {
  const kept = Object.entries(attributes).filter(([name, value]) => allowsAttribute(element, name, value));
  const rel = element === 'a' ? relOf(Object.fromEntries(kept)['href']) : null;
  return Object.fromEntries(rel === null ? kept : [...kept, ['rel', rel]]);
};

/** Cleans a post's HTML by the policy, without a document, on the server. */
export const sanitise = ((html) => sanitizeHtml(html, options)) satisfies Sanitise;
