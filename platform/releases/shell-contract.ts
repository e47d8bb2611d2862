import { satisfies } from 'semver';
import type { ReleaseManifest, ShellContract } from './release';
import postcss, { type AtRule, type ChildNode, type Declaration, type Rule } from 'postcss';
import { styleLayer } from '@vidlunnia/settings/topology';
import parseSelector, { type Node, type Selector } from 'postcss-selector-parser';

/** The contract of a shell with these modules, versions of the contract, packages and declarations. */
export function shellContract(
  moduleIds: readonly string[],
  versions: readonly number[],
  { shared, declarations }: Pick<ShellContract, 'shared'> & Required<Pick<ShellContract, 'declarations'>>,
): ShellContract {
  const modules: Record<string, string[]> = {};
  for (const id of moduleIds) {
    const [remote = '', module = ''] = id.split('/');
    (modules[remote] ??= []).push(module);
  }
  return { versions: [...versions], modules, declarations, shared };
}

/** The reasons why a release does not fit a shell; empty when it fits. */
export function incompatibilities(release: ReleaseManifest, shell: ShellContract): string[] {
  const { versions, modules, shared } = shell;
  const found: string[] = [];
  if (!versions.includes(release.contract)) {
    found.push(
      `it was built for contract ${String(release.contract)}; the host takes ${versions.join(', ')}`,
    );
  }
  const missing = (modules[release.name] ?? []).filter((module) => !release.modules[module]);
  if (missing.length > 0) found.push(`it does not expose ${missing.join(', ')}`);
  for (const [name, range] of Object.entries(release.shared)) {
    const provided = shared[name];
    if (provided === undefined) found.push(`it needs ${name}, which the host does not provide`);
    else if (!satisfies(provided, range)) {
      found.push(`it needs ${name} ${range}; the host provides ${provided}`);
    }
  }
  return found;
}

/** Maximum bytes of one style sheet, several times the normal size. */
const SHEET_LIMIT_BYTES = 256 * 1024;

/** Maximum number of reported problems per sheet. With more, the whole build is wrong. */
const MAX_REPORTED = 5;

/** At-rules that only add conditions to the rules inside. */
const CONDITIONS = new Set(['container', 'media', 'starting-style', 'supports']);

/** At-rules that define a name in the document. The name must belong to the release. */
const NAMING = new Set(['counter-style', 'keyframes', '-webkit-keyframes', 'property']);

/** Properties whose value refers to a document-wide name. */
const NAMES_OF_DOCUMENT =
  /^(?:anchor-name|counter-(?:reset|increment|set)|scroll-timeline(?:-name)?|timeline-scope|view-timeline(?:-name)?)$/;

/**
 * The reasons why a style sheet affects more than its remote; empty if it does not. Every rule must be rooted in a
 * class of the remote, which begins with the remote's name, and be in the remote's cascade layer. Custom properties
 * need no check, because only the remote's elements inherit them.
 */
export function styleProblems(name: string, css: string): string[] {
  if (Buffer.byteLength(css) > SHEET_LIMIT_BYTES)
    return [`it is longer than ${String(SHEET_LIMIT_BYTES)} bytes`];
  try {
    const found: string[] = [];
    postcss.parse(css).walk((node) => {
      found.push(...problemsOf(name, node));
    });
    const more = found.length - MAX_REPORTED;
    return more > 0 ? [...found.slice(0, MAX_REPORTED), `and ${String(more)} more`] : found;
  } catch (error) {
    return [`it is not a style sheet: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/** The problems of one node, without its children. */
function problemsOf(name: string, node: ChildNode): string[] {
  if (node.type === 'comment') return [];
  const layer = `@layer ${styleLayer({ name })}`;
  const isLayer = node.type === 'atrule' && node.name === 'layer';
  const isNaming = node.type === 'atrule' && NAMING.has(node.name.toLowerCase());
  if (node.parent?.type === 'root' && !isNaming) {
    if (!isLayer) return [`${textOf(node)} is outside of ${layer}`];
    return `@layer ${node.params}` === layer
      ? []
      : [`@layer ${node.params} is not the remote’s; it has to be ${layer}`];
  }
  if (node.type === 'decl') return problemsOfDeclaration(name, node);
  if (node.type === 'rule') return problemsOfRule(name, node);
  // Nested layers belong to the remote too.
  if (isLayer || CONDITIONS.has(node.name.toLowerCase())) return [];
  if (!isNaming) return [`@${node.name} affects the whole page`];
  return isOwn(name, node.params) ? [] : [`@${node.name} ${node.params} is not a name of the remote’s`];
}

function problemsOfRule(name: string, rule: Rule): string[] {
  // Skip keyframes, whose selectors are percentages.
  if (rule.parent?.type === 'atrule' && NAMING.has((rule.parent as AtRule).name.toLowerCase())) return [];
  const isNested = standsInRule(rule);
  return parseSelector()
    .astSync(rule.selector)
    .nodes.filter((selector) => !isRooted(name, selector, isNested))
    .map((selector) => `“${String(selector).trim()}” is not rooted in a class of the remote’s`);
}

const standsInRule = ({ parent }: ChildNode): boolean =>
  parent?.type === 'rule' || (parent?.type === 'atrule' && standsInRule(parent as AtRule));

/**
 * Whether a selector matches only elements with a class of the remote, or inside one. A nested selector without `&` is
 * inside its parent.
 */
function isRooted(name: string, selector: Selector, isNested: boolean): boolean {
  const isOwnNode = (node: Node) =>
    node.type === 'class' ? isOwn(name, node.value) : isNested && node.type === 'nesting';
  if (isNested && !mentionsNesting(selector)) return !isBeside(selector.first);
  // Splits after each combinator.
  return selector
    .split(({ type }) => type === 'combinator')
    .some((compound) => compound.some(isOwnNode) && !isBeside(compound.at(-1)));
}

/** Whether this combinator leads to a sibling, not to a descendant. */
const isBeside = (node: Node | undefined) =>
  node?.type === 'combinator' && ['+', '~'].includes(node.value.trim());

/** Whether `&` occurs, also inside a pseudo-class. `body:has(&)` matches the body. */
function mentionsNesting(selector: Selector): boolean {
  let mentions = false;
  selector.walkNesting(() => {
    mentions = true;
  });
  return mentions;
}

function problemsOfDeclaration(name: string, { prop, value }: Declaration): string[] {
  const foreign = addressesIn(value).filter((address) => !isWithin(address));
  const stranger = NAMES_OF_DOCUMENT.test(prop.toLowerCase()) && !isOwn(name, value);
  return [
    ...foreign.map((address) => `${address.slice(0, 80)} is an address outside of the release`),
    ...(stranger ? [`${prop}: ${value} is not a name of the remote’s`] : []),
    // A browser reads `u\\72l(` as `url(`.
    ...(value.replace(STRING, '').includes('\\')
      ? [`${prop}: ${value} has an escape outside of a text`]
      : []),
  ];
}

const STRING = /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'/g;

/** Addresses in `url()` and `src()`, and strings in `image-set()`. */
function addressesIn(value: string): string[] {
  const called = [...value.matchAll(/\b(?:url|src)\(\s*(?:"([^"]*)"|'([^']*)'|([^"')][^)]*))/gi)];
  const texts = /image-set\(/i.test(value) ? value.replace(/\btype\([^)]*\)/gi, '').match(STRING) : null;
  return [
    ...called.map(([, double, single, bare]) => (double ?? single ?? bare ?? '').trim()),
    ...(texts ?? []).map((text) => text.slice(1, -1)),
  ];
}

/** Allowed addresses: inline drawings, and files below the sheet. */
const isWithin = (address: string) =>
  /^data:image\//i.test(address) ||
  (!/^[a-z][a-z\d+.-]*:|^[/\\]|\\|(?:^|\/)\.\.(?:\/|$)/i.test(address) && address !== '');

/** Whether a name belongs to the remote, not to a remote with a longer name. */
const isOwn = (name: string, text: string) => new RegExp(`^(?:--)?${name}-[\\w-]+$`).test(text.trim());

const textOf = (node: ChildNode) => {
  const [line = ''] = node.toString().split(/[{;\n]/, 1);
  return line.trim().slice(0, 80);
};
