import { interleave } from '../measure/interleave';
import { inlineScripts } from '../measure/inline-scripts';
import { CATEGORIES, mark, type Category, type Marks } from '../measure/lighthouse';
import { median } from '../measure/median';
import type { Site } from '../sites/site';
import type { Sites } from '../sites/sites';
import { atLeast, atMost, kilobytes, type Figure } from './figure';

/** Lighthouse for a phone, with its default settings, on both pages, their static copies, and the least there can be. */
export async function measureLighthouse(sites: Sites, rounds: number): Promise<Figure[]> {
  const [saved, bare] = [await sites.saved(), await sites.bare()];
  const home = sites.federated.url;
  const post = home + sites.postPath;
  const open = (site: Site, pathname: string) => () => mark(site.url + pathname);
  const marks = await interleave(rounds, {
    home: () => mark(home),
    savedHome: open(saved, '/'),
    bare: open(bare, '/'),
    post: () => mark(post),
    savedPost: open(saved, sites.postPath),
  });
  const [savedPaint, barePaint] = [
    middle(marks.savedHome, 'largestPaint'),
    middle(marks.bare, 'largestPaint'),
  ];
  return [
    ...figuresOf('Home page', marks.home, marks.savedHome),
    ...sizesOf('Home page', marks.home, await inlineScripts(home)),
    ...figuresOf('Post', marks.post, marks.savedPost),
    ...sizesOf('Post', marks.post, await inlineScripts(post)),
    {
      name: 'Static copy of the home page: LCP beside the bare text’s',
      measured: savedPaint / barePaint,
      unit: '×',
      target: atMost(1.9),
      detail: `${savedPaint.toFixed(0)} to ${barePaint.toFixed(0)} ms`,
    },
  ];
}

function figuresOf(page: string, marks: readonly Marks[], saved: readonly Marks[]): Figure[] {
  const complaints = [...new Set(marks.flatMap((mark) => mark.complaints))].join('; ');
  const scores = Object.entries(CATEGORIES).map(([category, name]): Figure => ({
    name: `${page}: ${name}`,
    measured: median(marks.map(({ scores }) => scores[category as Category])),
    unit: '',
    target: atLeast(100),
    ...(category === 'performance' && complaints && { detail: complaints }),
  }));
  const [paint, savedPaint] = [middle(marks, 'largestPaint'), middle(saved, 'largestPaint')];
  return [
    ...scores,
    {
      name: `${page}: LCP beside the static copy’s`,
      measured: paint / savedPaint,
      unit: '×',
      target: atMost(1.05),
      detail: `${paint.toFixed(0)} to ${savedPaint.toFixed(0)} ms`,
    },
    {
      name: `${page}: CLS`,
      measured: middle(marks, 'layoutShift'),
      unit: '',
      target: atMost(0),
      detail: `static copy: ${middle(saved, 'layoutShift').toFixed(4)}`,
    },
    {
      name: `${page}: total blocking time`,
      measured: middle(marks, 'blocked'),
      unit: 'ms',
      target: atMost(20),
      detail: `static copy: ${middle(saved, 'blocked').toFixed(0)} ms`,
    },
  ];
}

/** `inline` are the bytes of scripts in the document. */
function sizesOf(page: string, marks: readonly Marks[], inline: number): Figure[] {
  return [
    {
      name: `${page}, first view: everything transferred`,
      measured: middle(marks, 'transferred'),
      unit: 'KB',
      target: atMost(80),
    },
    {
      name: `${page}, first view: script`,
      measured: middle(marks, 'scripts') + kilobytes(inline),
      unit: 'KB',
      target: atMost(4),
      detail: `${kilobytes(inline).toFixed(1)} KB of it in the document`,
    },
    {
      name: `${page}, first view: requests`,
      measured: middle(marks, 'requests'),
      unit: '',
      target: atMost(12),
    },
  ];
}

type Amount = 'largestPaint' | 'layoutShift' | 'blocked' | 'transferred' | 'scripts' | 'requests';

const middle = (marks: readonly Marks[], key: Amount) => median(marks.map((mark) => mark[key]));
