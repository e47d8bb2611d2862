import parseSelector, { type Selector } from 'postcss-selector-parser';

/** Every word of a page's HTML, in lower case, whatever it stands for: one too many only keeps a rule too many. */
export type Words = ReadonlySet<string>;

export const wordsOf = (html: string): Words => new Set(`html body ${html.toLowerCase()}`.match(/[\w-]+/g));

/** Whether one of the selectors may match something on a page of these words, before any script has run there. */
export function mayMatch(selectors: string): (words: Words) => boolean {
  const needs = parseSelector().astSync(selectors).nodes.map(needsOf);
  return (words) => needs.some((names) => names.every((name) => words.has(name)));
}

/**
 * Classes, elements and `data-` attributes are there from the start, or are brought by code, which brings its whole
 * style sheet too. Everything else the browser changes by itself: `open`, `:hover`, `:checked`. What stands in the
 * brackets of a pseudo-class is taken to match.
 */
const needsOf = ({ nodes }: Selector): readonly string[] =>
  nodes.flatMap((node) => {
    if (node.type === 'class' || node.type === 'tag') return word(node.value);
    return node.type === 'attribute' && node.attribute.startsWith('data-') ? word(node.attribute) : [];
  });

/** A name of other letters would be no word of the page. */
const word = (name: string) => (/^[\w-]+$/.test(name) ? [name.toLowerCase()] : []);
