import { createServer } from 'node:net';
import { launchBrowser } from '../measure/browser';
import { interleave } from '../measure/interleave';
import { median } from '../measure/median';
import { startTool } from '../measure/tool';
import type { Site } from '../sites/site';
import type { Sites } from '../sites/sites';
import { atLeast, atMost, type Figure } from './figure';

const ROUNDS = 5;
const ATTEMPTS = 3;
const CATEGORIES = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best-practices': 'best practices',
  seo: 'SEO',
} as const;

/** What is read of Lighthouse's result. */
interface Report {
  readonly requestedUrl?: string;
  readonly runtimeError?: { readonly message: string };
  readonly audits: Readonly<Record<string, Audit>>;
  readonly categories: Readonly<
    Record<
      string,
      {
        readonly score: number | null;
        readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
      }
    >
  >;
}

interface Audit {
  readonly score: number | null;
  readonly numericValue?: number;
  readonly displayValue?: string;
}

type Category = keyof typeof CATEGORIES;

interface Marks {
  readonly scores: Readonly<Record<Category, number>>;
  /** Audits below the best score, by category. */
  readonly complaints: readonly string[];
  readonly largestPaint: number;
  readonly layoutShift: number;
  readonly blocked: number;
}

/** Lighthouse for a phone, with its default settings, on both pages and on their static copies. */
export async function measureLighthouse(sites: Sites): Promise<Figure[]> {
  const saved = await sites.saved();
  const monolith = await sites.monolith();
  const open = (site: Site, pathname: string) => () => mark(site.url + pathname);
  const marks = await interleave(ROUNDS, {
    home: open(sites.federated, '/'),
    savedHome: open(saved, '/'),
    post: open(sites.federated, sites.postPath),
    savedPost: open(saved, sites.postPath),
    monolithHome: open(monolith, '/'),
  });
  return [
    ...figuresOf('Home page', marks.home, marks.savedHome),
    ...figuresOf('Post', marks.post, marks.savedPost),
    {
      name: 'Home page of the monolith: LCP',
      measured: middle(marks.monolithHome, 'largestPaint'),
      unit: 'ms',
    },
    { name: 'Home page of the monolith: TBT', measured: middle(marks.monolithHome, 'blocked'), unit: 'ms' },
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
      target: atMost(1.15),
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
      target: atMost(50),
    },
  ];
}

const middle = (marks: readonly Marks[], key: 'largestPaint' | 'layoutShift' | 'blocked') =>
  median(marks.map((mark) => mark[key]));

/** Lighthouse loses a trace now and then on a busy machine; a run without a report is made again, not counted. */
async function mark(url: string, attempt = 1): Promise<Marks> {
  try {
    return await markOnce(url);
  } catch (error) {
    if (attempt === ATTEMPTS) throw error;
    return mark(url, attempt + 1);
  }
}

/** A browser of its own for every run: nothing is left from the one before. */
async function markOnce(url: string): Promise<Marks> {
  const port = await freePort();
  const browser = await launchBrowser(`--remote-debugging-port=${String(port)}`);
  try {
    return readMarks(await runLighthouse(url, port));
  } finally {
    await browser.close();
  }
}

/** Lighthouse's own program: the functions that it sends into the page would not survive a loader of TypeScript. */
const runLighthouse = async (url: string, port: number) =>
  (await startTool(
    'node_modules/lighthouse/cli/index.js',
    url,
    `--port=${String(port)}`,
    `--only-categories=${Object.keys(CATEGORIES).join()}`,
    '--output=json',
    '--quiet',
    '--no-enable-error-reporting',
  ).result) as Report;

function readMarks(lhr: Report): Marks {
  if (lhr.runtimeError) throw new Error(`${lhr.requestedUrl ?? ''}: ${lhr.runtimeError.message}`);
  const number = (audit: string) => lhr.audits[audit]?.numericValue ?? NaN;
  const score = (category: Category) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  const complaints = Object.keys(CATEGORIES).flatMap((category) =>
    (lhr.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = lhr.audits[id];
      const fails = weight > 0 && audit?.score !== null && (audit?.score ?? 1) < 0.9;
      return fails ? [`${id} ${audit?.displayValue ?? ''}`.trim()] : [];
    }),
  );
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    complaints,
    largestPaint: number('largest-contentful-paint'),
    layoutShift: number('cumulative-layout-shift'),
    blocked: number('total-blocking-time'),
  };
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
  });
