import { GROUPS, type Group } from './figures/figure';

export interface Options {
  /** Groups to measure. */
  readonly groups: readonly Group[];
  /** Times that subjects take turns. */
  readonly rounds: number;
}

const ROUNDS = 5;

/** Reads `--only=size,touch` and `--rounds=1`; without them, everything in five rounds. Throws with what there is. */
export function readOptions(args: readonly string[]): Options {
  let groups: readonly Group[] = GROUPS;
  let rounds = ROUNDS;
  for (const argument of args) {
    const [, name, value = ''] = /^--(only|rounds)=(.+)$/.exec(argument) ?? [];
    if (name === 'only') groups = chosenGroups(value.split(','));
    else if (name === 'rounds' && /^[1-9]\d*$/.test(value)) rounds = Number(value);
    else throw new Error(`“${argument}” is no option; there are --only=${GROUPS.join(',')} and --rounds=5`);
  }
  return { groups, rounds };
}

function chosenGroups(chosen: readonly string[]): readonly Group[] {
  const unknown = chosen.filter((name) => !GROUPS.some((group) => group === name));
  if (unknown.length > 0)
    throw new Error(`There is no ${unknown.join(', ')}; there are ${GROUPS.join(', ')}`);
  return GROUPS.filter((group) => chosen.includes(group));
}
