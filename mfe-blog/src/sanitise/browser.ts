import DOMPurify, { type Config } from 'dompurify';
import {
  allowsAttribute,
  attributeNames,
  DROPPED_WITH_CONTENT,
  ELEMENT_NAMES,
  relOf,
} from '@vidlunnia/contracts/post-html';
import type { Sanitise } from './sanitise';

const config = {
  ALLOWED_TAGS: [...ELEMENT_NAMES],
  ALLOWED_ATTR: ELEMENT_NAMES.flatMap(attributeNames),
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  FORBID_CONTENTS: [...DROPPED_WITH_CONTENT],
  // The page's policy accepts no strings as HTML. Browsers without Trusted Types get a string.
  RETURN_TRUSTED_TYPE: true,
} as const satisfies Config;

DOMPurify.addHook('uponSanitizeAttribute', (element, attribute) => {
  attribute.keepAttr = allowsAttribute(element.localName, attribute.attrName, attribute.attrValue);
});

DOMPurify.addHook('afterSanitizeAttributes', (element) => {
  const rel = element.localName === 'a' ? relOf(element.getAttribute('href')) : null;
  if (rel !== null) element.setAttribute('rel', rel);
  // Removed, because an image without its address would look broken.
  if (element.localName === 'img' && !element.hasAttribute('src')) element.remove();
});

/** Cleans a post's HTML by the allow-list, with the browser's own parser. */
export const sanitise = ((html) => DOMPurify.sanitize(html, config)) satisfies Sanitise;
