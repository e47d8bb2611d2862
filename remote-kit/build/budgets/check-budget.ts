import type { Budget } from './budgets';
import type { Weights } from './weigh';

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
