import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import postcss, { type AtRule, type ChildNode } from 'postcss';
import parseSelector, { type Selector } from 'postcss-selector-parser';
import { inlineText, type InlineText } from './client-build';

/**
 * Gives of the style sheets at these addresses what a page of this HTML uses before code runs there. A sheet that is
 * not there, or is none, is left out: its island will ask for it.
 */
export type PageStyles = (hrefs: readonly string[], html: string) => Promise<InlineText>;

/** Style sheets that are kept in memory: those of a few sets, some 60 KB each. */
const CAPACITY = 32;

/** Reads style sheets from the folders that are served under these prefixes. */
export function createPageStyles(folders: Readonly<Record<string, string>>): PageStyles {
  const sheets = new LRUCache<string, readonly Rule[]>({
    max: CAPACITY,
    fetchMethod: async (href) => rulesOf(await readFile(fileOf(href), 'utf8')),
  });

  function fileOf(href: string): string {
    const prefix = Object.keys(folders).find((candidate) => href.startsWith(candidate));
    if (prefix === undefined) throw new Error(`${href} is no address of a style sheet`);
    return path.join(folders[prefix] ?? '', href.slice(prefix.length));
  }

  return async (hrefs, html) => {
    const rules = await Promise.all(hrefs.map((href) => sheets.fetch(href).catch(() => [])));
    const all = rules.flatMap((sheet) => sheet ?? []);
    return pageStyle(usedText(all, html));
  };
}

/** Nothing in the text can end its element: inside a string of CSS the backslash changes nothing. */
export const pageStyle = (css: string): InlineText =>
  inlineText(css.trim().replace(/<\/(?=style)/gi, '<\\/'));

/** Every word of a page's HTML, in lower case, whatever it stands for: one too many only keeps a rule too many. */
type Words = ReadonlySet<string>;

/** A part of a style sheet: its text, or none when the page has no use for it. */
type Rule = (words: Words) => string;

/** At-rules with rules inside, of which some may be of no use. */
const GROUPS = new Set(['container', 'layer', 'media', 'scope', 'starting-style', 'supports']);

/** Takes a style sheet apart, once. What is not understood is always of use. Throws when it is no style sheet. */
export const rulesOf = (css: string): readonly Rule[] => postcss.parse(css).nodes.flatMap(ruleOf);

/** What a page uses of the rules, in their order. */
export const usedText = (rules: readonly Rule[], html: string): string =>
  join(rules, new Set(`html body ${html.toLowerCase()}`.match(/[\w-]+/g)));

const join = (rules: readonly Rule[], words: Words) => rules.map((rule) => rule(words)).join('');

function ruleOf(node: ChildNode): Rule | [] {
  if (node.type === 'comment') return [];
  if (node.type === 'atrule') return atRule(node);
  const text = node.toString();
  if (node.type !== 'rule') return () => text;
  const needs = parseSelector().astSync(node.selector).nodes.map(needsOf);
  return (words) => (needs.some((names) => names.every((name) => words.has(name))) ? text : '');
}

function atRule(node: AtRule): Rule {
  const { name, params, nodes } = node;
  // A statement has lost its semicolon, which separates it from the next.
  const text = nodes ? node.toString() : `${node.toString()};`;
  if (!nodes || !GROUPS.has(name)) return () => text;
  const head = `@${name}${node.raws.afterName ?? ' '}${params}`;
  const rules = nodes.flatMap(ruleOf);
  // The order of layers is that of their first mention.
  const emptied = name === 'layer' && params ? `${head};` : '';
  return (words) => {
    const inside = join(rules, words);
    return inside ? `${head}{${inside}}` : emptied;
  };
}

/**
 * Words without which a selector matches nothing before any script has run. Classes, elements and `data-` attributes are
 * there from the start, or are brought by code, which brings its whole style sheet too. Everything else the browser
 * changes by itself: `open`, `:hover`, `:checked`. What stands in the brackets of a pseudo-class is taken to match.
 */
const needsOf = ({ nodes }: Selector): readonly string[] =>
  nodes.flatMap((node) => {
    if (node.type === 'class' || node.type === 'tag') return word(node.value);
    return node.type === 'attribute' && node.attribute.startsWith('data-') ? word(node.attribute) : [];
  });

/** A name of other letters would be no word of the page. */
const word = (name: string) => (/^[\w-]+$/.test(name) ? [name.toLowerCase()] : []);
