import { attribute } from '../escape';

export const meta = (name: string, content: string): string =>
  `<meta name="${name}" content="${attribute(content)}">`;

/** A tag of the OpenGraph protocol, which names its properties by an attribute of its own. */
export const property = (name: string, content: string): string =>
  `<meta property="${name}" content="${attribute(content)}">`;

/** `rest` is further attributes as they stand in the document. */
export const link = (rel: string, href: string, rest = ''): string =>
  `<link rel="${rel}" href="${attribute(href)}"${rest && ` ${rest}`}>`;
