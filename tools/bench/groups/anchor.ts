import { atLeast, atMost, interleave, median, type Figure } from '../figure';
import { mark, middle, type Mark } from '../measure/mark';
import type { BenchSite } from '../servers/site';

/**
 * Compares our pages with a fast page of another site, at the address `anchor`. A static copy of our own page would
 * share its faults.
 */
export async function measureBesideAnchor(
  { url, postPath }: BenchSite,
  rounds: number,
  anchor: string,
): Promise<Figure[]> {
  const { other, ...pages } = await interleave(rounds, {
    other: () => mark(anchor),
    'Home page': () => mark(url),
    Post: () => mark(url + postPath),
    Blog: () => mark(`${url}/blog`),
  });
  return Object.entries(pages).flatMap(([page, marks]) =>
    figuresOf(`${page}, beside AstroWind`, marks, other),
  );
}

function figuresOf(page: string, marks: readonly Mark[], other: readonly Mark[]): Figure[] {
  const paint = middle(marks, 'largestPaintMs');
  const otherPaint = middle(other, 'largestPaintMs');
  const listed = (of: readonly Mark[]) => of.map(({ amounts }) => amounts.blockedMs.toFixed(0)).join(', ');
  return [
    {
      name: `${page}: performance`,
      measured: median(marks.map(({ scores }) => scores['performance'] ?? 0)),
      unit: '',
      target: atLeast(100),
      detail: `AstroWind: ${String(median(other.map(({ scores }) => scores['performance'] ?? 0)))}`,
    },
    {
      name: `${page}: LCP`,
      measured: paint / otherPaint,
      unit: '×',
      target: atMost(0.65),
      detail: `${paint.toFixed(0)} to ${otherPaint.toFixed(0)} ms`,
    },
    {
      // Not as a ratio, because the other page may block for 0 ms.
      name: `${page}: total blocking time`,
      measured: middle(marks, 'blockedMs'),
      unit: 'ms',
      target: atMost(1.5 * middle(other, 'blockedMs')),
      detail: `${listed(marks)} ms; AstroWind: ${listed(other)} ms`,
    },
  ];
}
