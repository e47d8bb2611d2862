import DOMPurify, { type Config } from 'dompurify';
import {
  allowsAttribute,
  attributeNames,
  DROPPED_WITH_CONTENT,
  ELEMENT_NAMES,
  relOf,
  type Sanitise,
} from './policy';

/** The one place to turn `RETURN_TRUSTED_TYPE` on, once the page demands Trusted Types. */
const config: Config = {
  ALLOWED_TAGS: [...ELEMENT_NAMES],
  ALLOWED_ATTR: ELEMENT_NAMES.flatMap(attributeNames),
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  FORBID_CONTENTS: [...DROPPED_WITH_CONTENT],
};

DOMPurify.addHook('uponSanitizeAttribute', (element, attribute) => {
  attribute.keepAttr = allowsAttribute(element.localName, attribute.attrName, attribute.attrValue);
});

DOMPurify.addHook('afterSanitizeAttributes', (element) => {
  const rel = element.localName === 'a' ? relOf(element.getAttribute('href')) : null;
  if (rel !== null) element.setAttribute('rel', rel);
  // An image whose address was rejected would show as broken.
  if (element.localName === 'img' && !element.hasAttribute('src')) element.remove();
});

/** Cleans a post's HTML by the policy, with the browser's own parser. */
export const sanitise = ((html) => DOMPurify.sanitize(html, config)) satisfies Sanitise;
