import type { IOptions } from 'sanitize-html';

/** The allowed HTML of a post; everything else is dropped. No scripts, styles, frames or external images. */
export const ALLOWED_HTML: IOptions = {
  allowedTags: [
    ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'blockquote', 'pre', 'figure', 'figcaption'],
    ...['strong', 'em', 's', 'sub', 'sup', 'code', 'abbr', 'a', 'img', 'ul', 'ol', 'li'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href'],
    abbr: ['title'],
    img: ['src', 'alt', 'width', 'height', 'srcset', 'sizes', 'loading'],
    ol: ['start'],
    th: [{ name: 'scope', values: ['col', 'row'] }, 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedClasses: {
    th: ['align-left', 'align-center', 'align-right'],
    td: ['align-left', 'align-center', 'align-right'],
  },
  allowedSchemes: ['https', 'mailto'],
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  // The page's own heading is the post's title.
  transformTags: { h1: 'h2', b: 'strong', i: 'em' },
};
