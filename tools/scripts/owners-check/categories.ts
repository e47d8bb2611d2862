import type { ContentProblem } from '@vidlunnia/content/check';

/** A post's category, with its place. */
interface Categorised {
  readonly file: string;
  readonly category: string;
  readonly categoryLine: number;
}

/**
 * Names categories that are probably one: they differ in case, spaces, look-alike letters of two alphabets, or one
 * letter. The rarer one is the mistake.
 */
export function* alikeCategories(posts: readonly Categorised[]): Iterable<ContentProblem> {
  const countOf = (name: string) => posts.filter(({ category }) => category === name).length;
  const categories = [...new Set(posts.map(({ category }) => category))];
  const frequent = categories.sort((one, other) => countOf(other) - countOf(one));
  for (const { file, category, categoryLine: line } of posts) {
    const more = frequent.slice(0, frequent.indexOf(category));
    const usual = more.find((each) => isAlike(folded(each), folded(category)));
    const other = posts.find((post) => post.category === usual);
    if (other)
      yield {
        ...{ file, line },
        text: `«Рубрика» — «${category}» майже така, як «${other.category}» у\u00a0файлі ${other.file}; напишіть їх\u00a0однаково`,
      };
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
