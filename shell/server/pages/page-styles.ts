import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import postcss, { type AtRule, type ChildNode } from 'postcss';
import parseSelector, { type Selector } from 'postcss-selector-parser';
import { inlineText, type InlineText } from './client-build';

/**
 * Returns the rules of these style sheets that a page of this HTML uses before code runs. A sheet that is missing or
 * invalid is left out: its island will load it.
 */
export type PageStyles = (hrefs: readonly string[], html: string) => Promise<InlineText>;

/** Style sheets in memory: those of a few sets, about 60 KB each. */
const CAPACITY = 32;

/** Reads style sheets from the folders that are served under these prefixes. */
export function createPageStyles(folders: Readonly<Record<string, string>>): PageStyles {
  const sheets = new LRUCache<string, readonly Rule[]>({
    max: CAPACITY,
    fetchMethod: async (href) => rulesOf(await readFile(fileOf(href), 'utf8')),
  });

  function fileOf(href: string): string {
    const prefix = Object.keys(folders).find((candidate) => href.startsWith(candidate));
    if (prefix === undefined) throw new Error(`${href} is not the address of a style sheet`);
    return path.join(folders[prefix] ?? '', href.slice(prefix.length));
  }

  return async (hrefs, html) => {
    const rules = await Promise.all(hrefs.map((href) => sheets.fetch(href).catch(() => [])));
    const all = rules.flatMap((sheet) => sheet ?? []);
    return pageStyle(usedText(all, html));
  };
}

/** No text can end its element: inside CSS strings, the added backslash changes nothing. */
export const pageStyle = (css: string): InlineText =>
  inlineText(css.trim().replace(/<\/(?=style)/gi, '<\\/'));

/** All words of a page's HTML, in lower case, whatever they mean: a wrong one only keeps an unused rule. */
type Words = ReadonlySet<string>;

/** A part of a style sheet: returns its text, or an empty text when the page does not use it. */
type Rule = (words: Words) => string;

/** At-rules with inner rules, some of which may be unused. */
const GROUPS = new Set(['container', 'layer', 'media', 'scope', 'starting-style', 'supports']);

/** Parses a style sheet, once. Unknown syntax always counts as used. Throws when it is not a style sheet. */
export const rulesOf = (css: string): readonly Rule[] => postcss.parse(css).nodes.flatMap(ruleOf);

/** The rules that a page uses, in order. */
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
  // A statement's text lacks its semicolon, which separates it from the next one.
  const text = nodes ? node.toString() : `${node.toString()};`;
  if (!nodes || !GROUPS.has(name)) return () => text;
  const head = `@${name}${node.raws.afterName ?? ' '}${params}`;
  const rules = nodes.flatMap(ruleOf);
  // The first mention of a layer decides its order.
  const emptied = name === 'layer' && params ? `${head};` : '';
  return (words) => {
    const inside = join(rules, words);
    return inside ? `${head}{${inside}}` : emptied;
  };
}

/**
 * Words without which a selector matches nothing before scripts run. Classes, elements and `data-` attributes are in
 * the HTML from the start, or added by code that loads its whole style sheet too. Everything else may change without
 * scripts: `open`, `:hover`, `:checked`. Arguments of a pseudo-class count as matching.
 */
const needsOf = ({ nodes }: Selector): readonly string[] =>
  nodes.flatMap((node) => {
    if (node.type === 'class' || node.type === 'tag') return word(node.value);
    return node.type === 'attribute' && node.attribute.startsWith('data-') ? word(node.attribute) : [];
  });

/** Names with other characters are not split into words. */
const word = (name: string) => (/^[\w-]+$/.test(name) ? [name.toLowerCase()] : []);
