import { atLeast, atMost, interleave, median, type Figure } from '../figure';
import { CATEGORIES, mark, middle, type Mark } from '../measure/mark';
import type { BenchSite } from '../servers/site';
import { startStaticCopy } from '../servers/static-copy';

/** Two pages and their static copies. */
export async function measureLighthouse({ url, postPath }: BenchSite, rounds: number): Promise<Figure[]> {
  const copy = await startStaticCopy(url, 'silent');
  try {
    const marks = await interleave(rounds, {
      home: () => mark(url),
      homeCopy: () => mark(copy.url),
      post: () => mark(url + postPath),
      postCopy: () => mark(copy.url + postPath),
    });
    return [
      ...figuresOf('Home page', marks.home, marks.homeCopy),
      ...figuresOf('Post', marks.post, marks.postCopy),
    ];
  } finally {
    await copy.stop();
  }
}

function figuresOf(page: string, marks: readonly Mark[], copy: readonly Mark[]): Figure[] {
  const [paint, copyPaint] = [middle(marks, 'largestPaintMs'), middle(copy, 'largestPaintMs')];
  return [
    ...CATEGORIES.map((category): Figure => ({
      name: `${page}: ${category}`,
      measured: median(marks.map(({ scores }) => scores[category] ?? 0)),
      unit: '',
      target: atLeast(100),
    })),
    {
      name: `${page}: LCP compared with the static copy’s`,
      measured: paint / copyPaint,
      unit: '×',
      target: atMost(1.05),
      detail: `${paint.toFixed(0)} to ${copyPaint.toFixed(0)} ms`,
    },
    { name: `${page}: CLS`, measured: middle(marks, 'layoutShift'), unit: '', target: atMost(0) },
    {
      name: `${page}: total blocking time`,
      measured: middle(marks, 'blockedMs'),
      unit: 'ms',
      target: atMost(20),
      detail: `static copy: ${middle(copy, 'blockedMs').toFixed(0)} ms`,
    },
    {
      name: `${page}, first view: everything transferred`,
      measured: middle(marks, 'transferredKb'),
      unit: 'KB',
      target: atMost(80),
    },
    {
      name: `${page}, first view: requests`,
      measured: middle(marks, 'requests'),
      unit: '',
      target: atMost(12),
    },
  ];
}
