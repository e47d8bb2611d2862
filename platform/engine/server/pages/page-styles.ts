import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import postcss, { type ChildNode, type Declaration, type Rule } from 'postcss';
import parseSelector, { type Selector } from 'postcss-selector-parser';

/**
 * Returns the rules of these style sheets that this HTML uses before code runs. Skips a missing or invalid sheet,
 * because its island will load it. `isLean` also drops definitions that no returned rule names.
 */
export type PageStyles = (hrefs: readonly string[], html: string, isLean?: boolean) => Promise<string>;

/** Style sheets in memory: enough for a few release sets. A set has about 60 KB. */
const MAX_SHEETS = 32;

/** Reads style sheets from the folders that are served under these prefixes. */
export function createPageStyles(folders: Readonly<Record<string, string>>): PageStyles {
  const sheets = new LRUCache<string, readonly Part[]>({
    max: MAX_SHEETS,
    fetchMethod: async (href) => partsOf(await readFile(fileOf(href), 'utf8')),
  });

  function fileOf(href: string): string {
    const prefix = Object.keys(folders).find((candidate) => href.startsWith(candidate));
    if (prefix === undefined) throw new Error(`${href} is not the address of a style sheet`);
    return path.join(folders[prefix] ?? '', href.slice(prefix.length));
  }

  return async (hrefs, html, isLean) => {
    const parts = await Promise.all(hrefs.map((href) => sheets.fetch(href).catch(() => [])));
    const all = parts.flatMap((sheet) => sheet ?? []);
    return usedText(all, html, isLean);
  };
}

/** The smallest part of a style sheet that is kept or dropped. */
interface Part {
  /** The at-rules around it, outermost first, then its selector. */
  readonly heads: readonly string[];
  readonly text: string;
  /** The words of each of its selectors. The part is used if the page has all words of one selector. */
  readonly needs: readonly (readonly string[])[];
  /** The custom property or the keyframes that it defines. */
  readonly defines?: string;
  /** The layers that it names without rules. */
  readonly layers?: string | undefined;
}

/** Used on every page. */
const ALWAYS = [[]];

/** At-rules with inner rules, some of which may be unused. */
const GROUPS = new Set(['container', 'layer', 'media', 'scope', 'starting-style', 'supports']);

/** Splits a style sheet into parts. Unknown syntax always counts as used. Throws on text that is no style sheet. */
export const partsOf = (css: string): Part[] => postcss.parse(css).nodes.flatMap((node) => split(node, []));

function split(node: ChildNode, heads: readonly string[]): Part[] {
  const text = node.toString();
  const part = { heads, text, needs: ALWAYS };
  if (node.type === 'comment') return [];
  if (node.type === 'rule') return splitRule(node, heads);
  if (node.type === 'decl') return [part];
  const { name, params, nodes } = node;
  if (!nodes) return [{ ...part, text: `${text};`, layers: name === 'layer' ? params : undefined }];
  if (name === 'keyframes') return [{ ...part, defines: params }];
  if (!GROUPS.has(name)) return [part];
  const head = `@${name}${node.raws.afterName ?? ' '}${params}`;
  const inside = nodes.flatMap((child) => split(child, [...heads, head]));
  // The first mention of a layer decides its order, even if the page uses none of its rules.
  const isLayer = name === 'layer' && params !== '';
  return isLayer ? [{ ...part, text: `${head};`, layers: params }, ...inside] : inside;
}

function splitRule({ selector, nodes }: Rule, outer: readonly string[]): Part[] {
  const needs = parseSelector().astSync(selector).nodes.map(needsOf);
  const heads = [...outer, selector];
  const definitions = nodes.filter((node) => node.type === 'decl' && node.variable) as Declaration[];
  const others = nodes.filter((node) => !definitions.some((each) => each === node));
  return [
    ...definitions.map((node) => ({ heads, text: definition(node), needs, defines: node.prop })),
    ...(others.length > 0 ? [{ heads, text: others.join(';'), needs }] : []),
  ];
}

/** A custom property without the spaces that minifiers keep. */
const definition = ({ prop, value, important }: Declaration): string =>
  `${prop}:${/["']/.test(value) ? value : value.replace(/,\s+/g, ',')}${important ? ' !important' : ''}`;

/** Attributes that the browser and the starter set. */
const SET_LATER = new Set(['open', 'aria-busy']);

/**
 * Words that the page must have for a selector to match before scripts run. A class, element or attribute outside the
 * HTML is added by code, which loads its whole style sheet. States, such as `:hover`, and arguments of pseudo-classes
 * count as matching.
 */
const needsOf = ({ nodes }: Selector): string[] =>
  nodes.flatMap((node) => {
    if (node.type === 'class' || node.type === 'tag') return word(node.value);
    return node.type === 'attribute' && !SET_LATER.has(node.attribute) ? word(node.attribute) : [];
  });

/** Names with other characters are not split into words. */
const word = (name: string) => (/^[\w-]+$/.test(name) ? [name.toLowerCase()] : []);

/** Joins the parts that a page uses, in order. */
export function usedText(parts: readonly Part[], html: string, isLean = false): string {
  // All words of the HTML, whatever they mean, because a wrong word only keeps an unused rule.
  const words = new Set(`html body ${html.toLowerCase()}`.match(/[\w-]+/g));
  const used = parts.filter(({ needs }) => needs.some((names) => names.every((name) => words.has(name))));
  if (!isLean) return join(used);
  const named = new Set(join(used).match(/(?<!@keyframes |[\w-])[\w-]+(?![\w-]|:)/g));
  return join(used.filter(({ defines }) => defines === undefined || named.has(defines)));
}

function join(parts: readonly Part[]): string {
  let css = '';
  let open: readonly string[] = [];
  const mentioned = new Set<string>();
  for (const { heads, text, needs, layers } of parts) {
    const names = layers?.split(/\s*,\s*/).map((layer) => [...heads, layer].join());
    if (names?.every((name) => mentioned.has(name))) continue;
    for (const name of names ?? []) mentioned.add(name);
    const differs = heads.findIndex((head, depth) => head !== open[depth]);
    const depth = differs === -1 ? heads.length : differs;
    const opened = heads.slice(depth).map((head) => `${head}{`);
    // Reading the text here would cost more than all the rest, because each addition would copy it.
    const isLaterInRule = needs !== ALWAYS && css !== '' && opened.length === 0;
    css += '}'.repeat(open.length - depth) + opened.join('') + (isLaterInRule ? `;${text}` : text);
    open = heads;
  }
  return css + '}'.repeat(open.length);
}
