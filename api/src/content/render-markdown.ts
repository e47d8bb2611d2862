import MarkdownIt, { type StateCore, type Token } from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import { headingId, SANITIZE_HTML } from '@vidlunnia/contracts/post-html';
import type { Picture } from '@vidlunnia/contracts/schemas';

/** The picture at an address in a text; undefined if there is none. */
type PictureAt = (address: string) => Picture | undefined;

/** A part of a text, with the number of its line from 0. */
interface Located<Part> {
  readonly part: Part;
  readonly line: number;
}

/** The HTML of a text, and what it was made of. */
export interface Rendered {
  readonly html: string;
  /** Addresses of its pictures, also of those that do not exist. */
  readonly pictures: string[];
  readonly tokens: readonly Located<Token>[];
  /** What was read as plain text, by paragraph, cell or heading; `OTHER` and `ESCAPED` replace the rest. */
  readonly texts: readonly Located<string>[];
}

/** Replaces what is not plain text. */
export const OTHER = '\uFFFC';
/** Replaces a character after `\`. */
export const ESCAPED = '\uFFFB';

interface Environment {
  readonly pictureAt: PictureAt;
  readonly pictures: string[];
  readonly texts: Located<string>[];
}

/**
 * Reads exactly the Markdown that the editor supports. HTML, reference links, headings above `---` and indented code stay
 * text, as in the editor.
 */
export const markdown = new MarkdownIt().disable(['reference', 'lheading', 'code']);

/**
 * Converts Markdown to the HTML for visitors: sanitised, with wide tables in regions that also scroll by keyboard.
 * Pictures are those of the content folder. The check before publishing names what the HTML lacks.
 */
export function renderMarkdown(text: string, pictureAt: PictureAt): Rendered {
  const environment: Environment = { pictureAt, pictures: [], texts: [] };
  const { pictures, texts } = environment;
  const tokens = markdown.parse(text, environment);
  const html = sanitizeHtml(markdown.renderer.render(tokens, markdown.options, environment), SANITIZE_HTML);
  return { html: html.trim(), pictures, tokens: [...located(tokens)], texts };
}

/** All tokens with their lines; a cell of a table has that of its row. */
function* located(tokens: readonly Token[]): Iterable<Located<Token>> {
  let line = 0;
  for (const token of tokens) {
    line = token.map?.[0] ?? line;
    if (!token.children) yield { part: token, line };
    let breaks = 0;
    for (const part of token.children ?? []) {
      yield { part, line: line + breaks };
      if (isBreak(part)) breaks += 1;
    }
  }
}

const isBreak = ({ type }: Token) => type === 'softbreak' || type === 'hardbreak';

// Escaped characters are still tokens of their own.
markdown.core.ruler.before('text_join', 'texts', ({ tokens, env }: StateCore) => {
  const { texts } = env as Environment;
  let line = 0;
  for (const { map, children } of tokens) {
    line = map?.[0] ?? line;
    const part = children?.map((each) => (isBreak(each) ? '\n' : plainIn(each)));
    if (part) texts.push({ part: part.join(''), line });
  }
});

const plainIn = ({ type, content }: Token): string => {
  if (type === 'text') return content;
  return type === 'text_special' ? ESCAPED : OTHER;
};

// The page's own heading is the post's title, and the design has three levels below it.
markdown.core.ruler.push('headings', ({ tokens }) => {
  const seen = new Map<string, number>();
  tokens.forEach((token, index) => {
    if (!token.type.startsWith('heading_')) return;
    token.tag = `h${String(Math.min(Math.max(Number(token.tag.slice(1)), 2), 4))}`;
    if (token.type !== 'heading_open') return;
    const id = headingId((tokens[index + 1]?.children ?? []).map(({ content }) => content).join(''));
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    token.attrSet('id', count === 1 ? id : `${id}-${String(count)}`);
  });
});

markdown.core.ruler.push('empty-headers', ({ tokens }) => {
  // The corner of a table is not a header: screen readers would announce an empty one.
  tokens.forEach((token, index) => {
    const isEmpty = tokens[index + 1]?.type === 'inline' && tokens[index + 1]?.content === '';
    const close = tokens[index + 2];
    if (token.type === 'th_open' && isEmpty && close) token.tag = close.tag = 'td';
  });
});

type Rule = NonNullable<MarkdownIt['renderer']['rules'][string]>;

/** Browsers that know `auto` take the width on the page; others that of the window. */
const SIZES = 'auto, 100vw';

const image: Rule = (tokens, index, options, env: Environment, renderer) => {
  const token = tokens[index];
  if (token === undefined) return '';
  const name = decoded(token.attrGet('src') ?? '');
  env.pictures.push(name);
  const picture = env.pictureAt(name);
  if (!picture) return '';
  const { url, width, height, srcset } = picture;
  const title = token.attrGet('title');
  const attributes = {
    src: url,
    alt: renderer.renderInlineAsText(token.children ?? [], options, env),
    ...(title !== null && { title }),
    ...{ width: String(width), height: String(height) },
    ...(srcset && { srcset, sizes: SIZES }),
    loading: 'lazy',
  };
  token.attrs = Object.entries(attributes);
  return renderer.renderToken(tokens, index, options);
};

/** Without percent-encoding, if it is valid. */
export function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

// markdown-it aligns by a style attribute, which the page's security policy forbids.
const cell: Rule = (tokens, index, options, _, renderer) => {
  const token = tokens[index];
  if (token === undefined) return '';
  const align = token.attrGet('style')?.match(/^text-align:(left|center|right)$/)?.[1];
  token.attrs = align === undefined ? [] : [['class', `align-${align}`]];
  if (token.tag === 'th') token.attrSet('scope', 'col');
  return renderer.renderToken(tokens, index, options);
};

Object.assign(markdown.renderer.rules, {
  ...{ image, th_open: cell, td_open: cell },
  table_open: () =>
    '<div class="table" role="region" aria-label="Таблиця: гортається вбік" tabindex="0"><table>\n',
  table_close: () => '</table></div>\n',
} satisfies Record<string, Rule>);
