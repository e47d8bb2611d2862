import { GROUPS, type Group } from './figures/figure';

/** Groups to measure: all, or those of `--only=size,hydration`. Throws with what there is to choose from. */
export function chosenGroups(args: readonly string[]): readonly Group[] {
  const chosen = args.flatMap((argument) => {
    const list = /^--only=(.+)$/.exec(argument)?.[1];
    if (list === undefined)
      throw new Error(`“${argument}” is no option; there is --only=${GROUPS.join(',')}`);
    return list.split(',');
  });
  const unknown = chosen.filter((name) => !GROUPS.some((group) => group === name));
  if (unknown.length > 0)
    throw new Error(`There is no ${unknown.join(', ')}; there are ${GROUPS.join(', ')}`);
  return chosen.length === 0 ? GROUPS : GROUPS.filter((group) => chosen.includes(group));
}
