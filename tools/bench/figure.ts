/** A measured value and its target. */
export interface Figure {
  readonly name: string;
  readonly measured: number;
  readonly unit: '' | '%' | 's' | 'ms' | 'KB' | 'MB' | '×';
  readonly target?: { readonly at: 'most' | 'least'; readonly value: number };
  /** The values behind the result. */
  readonly detail?: string;
}

export const atMost = (value: number) => ({ at: 'most', value }) as const;
export const atLeast = (value: number) => ({ at: 'least', value }) as const;

/** The median. Throws for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (low === undefined || high === undefined) throw new Error('An empty list has no median');
  return (low + high) / 2;
}

/**
 * Measures every subject once per round in turn (ABAB…), so that the machine's other work affects all equally. Resolves
 * to each subject's results, round by round.
 */
export async function interleave<Name extends string, Result>(
  rounds: number,
  subjects: Readonly<Record<Name, () => Promise<Result>>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(subjects) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as Result[]])) as Record<Name, Result[]>;
  for (let round = 0; round < rounds; round++) {
    for (const name of names) results[name].push(await subjects[name]());
  }
  return results;
}
