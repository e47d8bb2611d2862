import { freePort } from '@vidlunnia/scripts';
import { atLeast, atMost, interleave, median, type Figure } from '../figure';
import { launchBrowser } from '../measure/phone';
import { runTool } from '../measure/tool';
import type { BenchSite } from '../servers/site';
import { startStaticCopy } from '../servers/static-copy';

const ATTEMPTS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

/** Lighthouse for a phone, with its default settings, on two pages and their static copies. */
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
  const middle = (of: readonly Mark[], key: keyof Mark['amounts']) =>
    median(of.map(({ amounts }) => amounts[key]));
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

/** The used part of Lighthouse's result. */
interface Report {
  readonly requestedUrl?: string;
  readonly runtimeError?: { readonly message: string };
  readonly audits: Readonly<Record<string, Audit>>;
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
}

interface Audit {
  readonly numericValue?: number;
  readonly details?: { readonly items?: readonly NetworkRequest[] };
}

interface NetworkRequest {
  readonly url: string;
  readonly statusCode?: number;
  readonly transferSize?: number;
}

type Mark = ReturnType<typeof readMark>;

/** On a busy machine, Lighthouse sometimes loses a trace, so a run without a report is retried. */
async function mark(url: string, attempt = 1): Promise<Mark> {
  const port = await freePort();
  // A new browser for every run, so nothing is left from the last.
  const browser = await launchBrowser(`--remote-debugging-port=${String(port)}`);
  try {
    const report = await runTool(
      'node_modules/lighthouse/cli/index.js',
      url,
      `--port=${String(port)}`,
      `--only-categories=${CATEGORIES.join()}`,
      '--output=json',
      '--quiet',
      '--no-enable-error-reporting',
    );
    return readMark(report as Report);
  } catch (error) {
    if (attempt === ATTEMPTS) throw error;
    return await mark(url, attempt + 1);
  } finally {
    await browser.close();
  }
}

function readMark({ requestedUrl = '', runtimeError, audits, categories }: Report) {
  if (runtimeError) throw new Error(`${requestedUrl}: ${runtimeError.message}`);
  const requests = (audits['network-requests']?.details?.items ?? []).filter(
    ({ url }) => !url.startsWith('data:'),
  );
  const missing = requests.find(({ statusCode = 0 }) => statusCode >= 400);
  // Check completeness, because a page with missing files is faster.
  if (missing) throw new Error(`${missing.url} answered ${String(missing.statusCode)}`);
  const amount = (audit: string) => audits[audit]?.numericValue ?? NaN;
  return {
    scores: Object.fromEntries(
      Object.entries(categories).map(([category, { score }]) => [category, Math.round((score ?? 0) * 100)]),
    ),
    amounts: {
      largestPaintMs: amount('largest-contentful-paint'),
      layoutShift: amount('cumulative-layout-shift'),
      blockedMs: amount('total-blocking-time'),
      requests: requests.length,
      /** Transferred bytes, including headers. */
      transferredKb: requests.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1_000,
    },
  };
}
