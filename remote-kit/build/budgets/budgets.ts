import type { Remote } from '../../environment/topology';
import type { Weights } from './weigh';

/** What a package's files may weigh, in bytes after gzip. */
export interface Budget {
  /** What the page asks for before anything else of the package. */
  readonly entry?: number;
  /** All scripts that a page of the package needs at once, the entry aside. */
  readonly scripts: number;
  readonly styles: number;
  /** All font files, as they are: more compression makes none smaller. */
  readonly fonts?: number;
}

/** A remote's own, with an entry of 8 KB, whoever's it is. */
export const budgetOf = ({ budget }: Remote): Budget => ({ entry: 8_000, ...budget });

export const SHELL_BUDGET = { scripts: 140_000, styles: 8_000, fonts: 36_000 };

/** Which module weighs how much, the heaviest first. */
const modulesOf = ({ modules = {} }: Weights): string =>
  Object.entries(modules)
    .sort(([, one], [, other]) => other - one)
    .map(([name, weight]) => `\n  ${name}: ${bytes(weight)}`)
    .join('');

const KINDS = ['entry', 'scripts', 'styles', 'fonts'] as const;

/** Throws when a package weighs more than it may: one line for every figure that is too high. */
export function checkBudget(folder: string, weights: Weights, budget: Budget): void {
  const problems = KINDS.flatMap((kind) => {
    const [measured, allowed] = [weights[kind] ?? 0, budget[kind] ?? 0];
    if (measured <= allowed) return [];
    return [tooHeavy(folder, kind, measured, allowed) + (kind === 'scripts' ? modulesOf(weights) : '')];
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

const VERBS = { entry: 'weighs', scripts: 'weigh', styles: 'weigh', fonts: 'weigh' } as const;

const tooHeavy = (folder: string, kind: (typeof KINDS)[number], measured: number, allowed: number) =>
  `${folder}: its ${kind} ${VERBS[kind]} ${bytes(measured)}${kind === 'fonts' ? '' : ' after gzip'}, ${bytes(measured - allowed)} more than the ` +
  `${bytes(allowed)} of its budget; make them lighter, or raise it`;

const bytes = (count: number) => `${count.toLocaleString('en')} bytes`;
