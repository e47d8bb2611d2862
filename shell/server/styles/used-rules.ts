import postcss, { type AtRule, type ChildNode } from 'postcss';
import { mayMatch, type Words } from './needs';

/** A part of a style sheet: its text, or none when the page has no use for it. */
export type Rule = (words: Words, isNamed: (name: string) => boolean) => string;

/** At-rules with rules inside, of which some may be of no use. */
const GROUPS = new Set(['container', 'layer', 'media', 'scope', 'starting-style', 'supports']);

/** At-rules that do nothing until another rule names them. */
const NAMED = /^(?:-webkit-)?keyframes$|^property$/;

/** Takes a style sheet apart, once. What is not understood is always of use. Throws when it is no style sheet. */
export const rulesOf = (css: string): readonly Rule[] => postcss.parse(css).nodes.flatMap(ruleOf);

/** What a page uses of the rules, in their order. */
export function usedText(rules: readonly Rule[], words: Words): string {
  const unnamed = join(rules, words, () => false);
  // A name that only happens to occur keeps a rule too many.
  return join(rules, words, (name) => unnamed.includes(name));
}

const join = (rules: readonly Rule[], ...given: Parameters<Rule>) =>
  rules.map((rule) => rule(...given)).join('');

function ruleOf(node: ChildNode): Rule | [] {
  if (node.type === 'comment') return [];
  if (node.type === 'atrule') return atRule(node);
  const text = node.toString();
  if (node.type !== 'rule') return () => text;
  const isUsed = mayMatch(node.selector);
  return (words) => (isUsed(words) ? text : '');
}

function atRule(node: AtRule): Rule {
  const { name, params, nodes } = node;
  // A statement has lost its semicolon, which separates it from the next.
  const text = nodes ? node.toString() : `${node.toString()};`;
  if (NAMED.test(name)) return (_, isNamed) => (isNamed(params) ? text : '');
  if (!nodes || !GROUPS.has(name)) return () => text;
  const head = `@${name}${node.raws.afterName ?? ' '}${params}`;
  const rules = nodes.flatMap(ruleOf);
  // The order of layers is that of their first mention.
  const emptied = name === 'layer' && params ? `${head};` : '';
  return (...given) => {
    const inside = join(rules, ...given);
    return inside ? `${head}{${inside}}` : emptied;
  };
}
