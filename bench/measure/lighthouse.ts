import { kilobytes } from '../figures/figure';
import { launchBrowser } from './browser';
import { startTool } from './tool';
import { freePort } from '@vidlunnia/scripts/stack';

const ATTEMPTS = 3;
/** Names of the categories, by their ids. */
export const CATEGORIES = {
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
  readonly details?: { readonly items?: readonly Request[] };
}

/** Of the audit `network-requests`. */
interface Request {
  readonly url: string;
  readonly statusCode?: number;
  readonly resourceType?: string;
  readonly transferSize?: number;
}

export type Category = keyof typeof CATEGORIES;

/** What Lighthouse says of a page. */
export interface Marks {
  readonly scores: Readonly<Record<Category, number>>;
  /** Audits below the best score, by category. */
  readonly complaints: readonly string[];
  readonly largestPaint: number;
  readonly layoutShift: number;
  readonly blocked: number;
  readonly requests: number;
  /** KB of all that was transferred, headers included. */
  readonly transferred: number;
  /** Of these, scripts' files. */
  readonly scripts: number;
}

/** Lighthouse loses a trace now and then on a busy machine; a run without a report is made again, not counted. */
export async function mark(url: string, attempt = 1): Promise<Marks> {
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
  const requests = (lhr.audits['network-requests']?.details?.items ?? []).filter(
    ({ url }) => !url.startsWith('data:'),
  );
  const missing = requests.find(({ statusCode = 0 }) => statusCode >= 400);
  // A page that lacks something is faster than one that is whole.
  if (missing) throw new Error(`${missing.url} answered ${String(missing.statusCode)}`);
  const size = (some: readonly Request[]) =>
    kilobytes(some.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0));
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
    requests: requests.length,
    transferred: size(requests),
    scripts: size(requests.filter(({ resourceType }) => resourceType === 'Script')),
  };
}
