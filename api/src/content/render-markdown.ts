import MarkdownIt from 'markdown-it';
import sanitizeHtml, { type Transformer } from 'sanitize-html';
import type { Picture } from '@vidlunnia/contracts/schemas';
import { ALLOWED_HTML } from './allowed-html';

const markdown = new MarkdownIt({ html: true, typographer: false, linkify: false });

markdown.renderer.rules['th_open'] = cell;
markdown.renderer.rules['td_open'] = cell;
markdown.core.ruler.push('empty-headers', ({ tokens }) => {
  // The corner of a table is not a header: screen readers would announce an empty one.
  tokens.forEach((token, index) => {
    const isEmpty = tokens[index + 1]?.type === 'inline' && tokens[index + 1]?.content === '';
    const close = tokens[index + 2];
    if (token.type === 'th_open' && isEmpty && close) token.tag = close.tag = 'td';
  });
});

/** The HTML of a text, and the addresses of its pictures, also of those that do not exist. */
interface Rendered {
  readonly html: string;
  readonly pictures: string[];
}

/** The picture at an address in a text; undefined if there is none. */
type PictureAt = (address: string) => Picture | undefined;

/**
 * Converts Markdown to the HTML for visitors: sanitised, with wide tables in regions that also scroll by keyboard.
 * Pictures are those of the content folder.
 */
export function renderMarkdown(text: string, pictureAt: PictureAt): Rendered {
  const pictures: string[] = [];
  const img: Transformer = (tagName, { src = '', alt = '' }) => {
    const name = decoded(src);
    pictures.push(name);
    const picture = pictureAt(name);
    if (!picture) return { tagName, attribs: {} };
    const { url, width, height, srcset } = picture;
    const size = { width: String(width), height: String(height) };
    return {
      tagName,
      attribs: { src: url, alt, ...size, ...(srcset && { srcset, sizes: SIZES }), loading: 'lazy' },
    };
  };
  const transformTags = { ...ALLOWED_HTML.transformTags, img };
  const html = sanitizeHtml(markdown.render(text), { ...ALLOWED_HTML, transformTags });
  return { html: wrapTables(html).trim(), pictures };
}

/** Browsers that know `auto` take the width on the page; others that of the window. */
const SIZES = 'auto, 100vw';

function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

type Rule = NonNullable<MarkdownIt['renderer']['rules'][string]>;

// markdown-it aligns by a style attribute, which the page's security policy forbids.
function cell(...[tokens, index, options, , renderer]: Parameters<Rule>): string {
  const token = tokens[index];
  if (token === undefined) return '';
  const align = token.attrGet('style')?.match(/^text-align:(left|center|right)$/)?.[1];
  token.attrs = align === undefined ? [] : [['class', `align-${align}`]];
  if (token.tag === 'th') token.attrSet('scope', 'col');
  return renderer.renderToken(tokens, index, options);
}

// Sanitised HTML is well-formed: each `<table>` has an end tag.
function wrapTables(html: string): string {
  return html
    .replaceAll(
      '<table>',
      '<div class="table" role="region" aria-label="Таблиця: гортається вбік" tabindex="0"><table>',
    )
    .replaceAll('</table>', '</table></div>');
}
