import { createHash } from 'node:crypto';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text between tags of HTML or XML, or a double-quoted attribute value. */
export const escaped = (value: string): string => value.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** JSON inside a script element: cannot end the element or begin a comment. */
export const embeddedJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Text of a script or style element. */
export interface InlineText {
  readonly text: string;
  /** Its source expression for the Content-Security-Policy (https://www.w3.org/TR/CSP3/#grammardef-hash-source). */
  readonly source: string;
}

export const inlineText = (text: string): InlineText => ({
  text,
  source: `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
});

/** No style sheet can end its element: inside CSS strings, the added backslash changes nothing. */
export const inlineStyle = (css: string): InlineText =>
  inlineText(css.trim().replace(/<\/(?=style)/gi, '<\\/'));
