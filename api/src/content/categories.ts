/** A category as pages show it: without spaces around it. */
export const categoryOf = (written: string): string => written.trim().replaceAll(/\s+/g, ' ');

/**
 * Pairs of categories that are probably one: they differ in case, spaces, look-alike letters of two alphabets, or one
 * letter. The second is the rarer.
 */
export function* alikeCategories(
  counts: ReadonlyMap<string, number>,
): Iterable<readonly [usual: string, rare: string]> {
  const categories = [...counts].sort(([, one], [, other]) => other - one).map(([category]) => category);
  for (const [index, rare] of categories.entries()) {
    const usual = categories.slice(0, index).find((each) => isAlike(folded(each), folded(rare)));
    if (usual !== undefined) yield [usual, rare];
  }
}

const LATIN = 'abcehikmoptxy';
const CYRILLIC = 'авсенікмортху';

const folded = (category: string): string =>
  category
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll(/[a-z]/g, (letter) => CYRILLIC[LATIN.indexOf(letter)] ?? letter);

/** Short names are often abbreviations, which differ in one letter. */
const MIN_LENGTH = 5;

function isAlike(one: string, other: string): boolean {
  if (one === other) return true;
  const [short = '', long = ''] = [one, other].sort((a, b) => a.length - b.length);
  if (long.length < MIN_LENGTH || long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && long[at] === short[at]) at += 1;
  return long.slice(at + 1) === short.slice(short.length === long.length ? at + 1 : at);
}
