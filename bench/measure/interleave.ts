/**
 * Measures every subject once a round, one after another (ABAB…), so that what else the machine does meets all alike.
 * Resolves to each subject's results, round by round.
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
