import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import postcss, { type AtRule, type ChildNode } from 'postcss';
import parseSelector, { type Selector } from 'postcss-selector-parser';
import { inlineText, type InlineText } from './client-build';

/**
 * Returns the rules of these style sheets that a page of this HTML uses before code runs. A sheet that is missing or
 * invalid is left out: its island will load it. `lean` also leaves out definitions that none of these rules names.
 */
export type PageStyles = (hrefs: readonly string[], html: string, lean?: boolean) => Promise<InlineText>;

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

  return async (hrefs, html, lean) => {
    const rules = await Promise.all(hrefs.map((href) => sheets.fetch(href).catch(() => [])));
    const all = rules.flatMap((sheet) => sheet ?? []);
    return pageStyle(usedText(all, html, lean));
  };
}

/** No text can end its element: inside CSS strings, the added backslash changes nothing. */
export const pageStyle = (css: string): InlineText =>
  inlineText(css.trim().replace(/<\/(?=style)/gi, '<\\/'));

/** All words of a page's HTML, in lower case, whatever they mean: a wrong one only keeps an unused rule. */
type Words = ReadonlySet<string>;

/** A part of a style sheet: returns its text, or an empty text when the page does not use it. */
type Rule = (page: Page) => string;

interface Page {
  readonly words: Words;
  /** Custom properties and keyframes that are defined; all without it. */
  readonly names?: ReadonlySet<string>;
}

/** At-rules with inner rules, some of which may be unused. */
const GROUPS = new Set(['container', 'layer', 'media', 'scope', 'starting-style', 'supports']);

/** Parses a style sheet, once. Unknown syntax always counts as used. Throws when it is not a style sheet. */
export const rulesOf = (css: string): readonly Rule[] => postcss.parse(css).nodes.flatMap(ruleOf);

/** The rules that a page uses, in order. */
export function usedText(rules: readonly Rule[], html: string, lean = false): string {
  const words = new Set(`html body ${html.toLowerCase()}`.match(/[\w-]+/g));
  const text = join(rules, { words });
  return lean ? join(rules, { words, names: namesIn(text) }) : text;
}

const join = (rules: readonly Rule[], page: Page) => rules.map((rule) => rule(page)).join('');

/** Words of style rules, without those that they define. */
const namesIn = (css: string) => new Set(css.match(/(?<!@keyframes |[\w-])[\w-]+(?![\w-]|:)/g));

function ruleOf(node: ChildNode): Rule | [] {
  if (node.type === 'comment') return [];
  if (node.type === 'atrule') return atRule(node);
  const text = node.toString();
  if (node.type !== 'rule') return () => text;
  const needs = parseSelector().astSync(node.selector).nodes.map(needsOf);
  const isUsed = ({ words }: Page) => needs.some((names) => names.every((name) => words.has(name)));
  if (!node.some((child) => child.type === 'decl' && child.variable))
    return (page) => (isUsed(page) ? text : '');
  const children = node.nodes.map((child) => ({
    text: child.toString(),
    name: child.type === 'decl' && child.variable ? child.prop : undefined,
  }));
  return (page) => {
    if (!isUsed(page)) return '';
    const { names } = page;
    if (!names) return text;
    const kept = children.filter(({ name }) => name === undefined || names.has(name));
    return kept.length > 0 ? `${node.selector}{${kept.map((child) => child.text).join(';')}}` : '';
  };
}

function atRule(node: AtRule): Rule {
  const { name, params, nodes } = node;
  // A statement's text lacks its semicolon, which separates it from the next one.
  const text = nodes ? node.toString() : `${node.toString()};`;
  if (name === 'keyframes') return ({ names }) => (names && !names.has(params) ? '' : text);
  if (!nodes || !GROUPS.has(name)) return () => text;
  const head = `@${name}${node.raws.afterName ?? ' '}${params}`;
  const rules = nodes.flatMap(ruleOf);
  // The first mention of a layer decides its order.
  const emptied = name === 'layer' && params ? `${head};` : '';
  return (page) => {
    const inside = join(rules, page);
    return inside ? `${head}{${inside}}` : emptied;
  };
}

/**
 * Words without which a selector matches nothing before scripts run. Classes, elements, `data-` attributes and `aria-current` are in
 * the HTML from the start, or added by code that loads its whole style sheet too. Everything else may change without
 * scripts: `open`, `:hover`, `:checked`. Arguments of a pseudo-class count as matching.
 */
const needsOf = ({ nodes }: Selector): readonly string[] =>
  nodes.flatMap((node) => {
    if (node.type === 'class' || node.type === 'tag') return word(node.value);
    return node.type === 'attribute' && /^(?:data-|aria-current$)/.test(node.attribute)
      ? word(node.attribute)
      : [];
  });

/** Names with other characters are not split into words. */
const word = (name: string) => (/^[\w-]+$/.test(name) ? [name.toLowerCase()] : []);
