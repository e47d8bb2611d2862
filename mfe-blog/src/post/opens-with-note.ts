/**
 * Whether a post's first paragraph is nothing but italics: an editor's note, such as the one that says of a case study
 * that its client is made up. A style sheet can't tell it from a paragraph with one word in italics.
 */
export const opensWithNote = (html: string): boolean =>
  /^\s*<p>\s*<em>(?:(?!<\/em>).)*<\/em>\s*<\/p>/s.test(html);
