import { readFileSync } from 'node:fs';

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Result extends Counts {
  /** What Jest printed of each file with failures. */
  readonly failures?: readonly string[];
}

/** A step that has ended; it succeeded if nothing failed. */
export interface Step extends Result {
  readonly title: string;
  readonly seconds: number;
  /** Whether the result is from the cache, for the same inputs. */
  readonly cached?: boolean;
}

type Count<Name extends string> = Readonly<Record<Name, number>>;
type Report =
  /** Jest's. */
  | (Count<'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numRuntimeErrorTestSuites'> & {
      readonly testResults: readonly { readonly message: string }[];
    })
  /** Playwright's. */
  | { readonly stats: Count<'expected' | 'unexpected' | 'flaky' | 'skipped'> };

/** The result of a runner that has ended, from its JSON report if there is one. */
export function resultOf(ok: boolean, report?: string): Result {
  const counts = report === undefined ? { passed: Number(ok), failed: 0, skipped: 0 } : countIn(report);
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

function countIn(file: string): Result {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    // There is none, or only a part.
    return { passed: 0, failed: 1, skipped: 0 };
  }
  if ('stats' in report) {
    const { expected, unexpected, flaky, skipped } = report.stats;
    // A test that passes only after a retry is a bug, not a pass.
    return { passed: expected, failed: unexpected + flaky, skipped };
  }
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests, testResults } = report;
  return {
    passed: numPassedTests,
    failed: numFailedTests + numRuntimeErrorTestSuites,
    skipped: numPendingTests,
    failures: testResults.map(({ message }) => message).filter(Boolean),
  };
}

export const totalOf = (steps: readonly Counts[]): Counts => {
  const sum = (name: keyof Counts) => steps.reduce((total, each) => total + each[name], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
};

const text = ({ passed, failed, skipped }: Counts) =>
  `${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped`;

/**
 * Jest's failures, whose own place is far above (Playwright lists its failures last); then seconds and counts of each
 * step; the counts of all on the last line.
 */
export const summary = (steps: readonly Step[]): string =>
  [
    ...steps.flatMap(({ failures = [] }) => failures),
    ...steps.map((step) => {
      const time = `${step.seconds.toFixed(1).padStart(6)} s${step.cached ? ', cached' : ''}`;
      return `${step.title.padEnd(30)}${time}  ${text(step)}`;
    }),
    '',
    text(totalOf(steps)),
  ].join('\n');
