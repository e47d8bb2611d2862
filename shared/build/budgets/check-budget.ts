import { isInstalled } from '../../environment/repository';
import { BUDGETS, FIRST, type Budget } from './budgets';
import type { Weights } from './weigh';

/** Which module weighs how much, the heaviest first. */
const modulesOf = ({ modules = {} }: Weights): string =>
  Object.entries(modules)
    .sort(([, one], [, other]) => other - one)
    .map(([name, weight]) => `\n  ${name}: ${bytes(weight)}`)
    .join('');

const KINDS = ['entry', 'scripts', 'styles', 'fonts'] as const;

/** Throws when a package weighs more than it may: one line for every figure that is too high. */
export function checkBudget(
  folder: string,
  weights: Weights,
  budgets: Readonly<Record<string, Budget>> = BUDGETS,
): void {
  const budget = isInstalled ? FIRST : budgets[folder];
  if (!budget)
    throw new Error(`${folder} has no size budget; give it one in shared/build/budgets/budgets.ts`);
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
  `${bytes(allowed)} of its budget; make them lighter${isInstalled ? '' : ', or raise the budget in shared/build/budgets/budgets.ts'}`;

const bytes = (count: number) => `${count.toLocaleString('en')} bytes`;
