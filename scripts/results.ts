import { readFileSync } from 'node:fs';

interface Results {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** A step that has ended. */
export interface Step {
  readonly title: string;
  readonly seconds: number;
  /** Whether it held; a step that never ran did not. */
  readonly ok: boolean;
  /** Whether its result was stored when its inputs were last the same. */
  readonly cached?: boolean;
  /** Jest's or Playwright's report in JSON, of a step that has one. */
  readonly report?: string | undefined;
}

type Count<Name extends string> = Readonly<Record<Name, number>>;
type JestReport = Count<
  'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numRuntimeErrorTestSuites'
>;
interface PlaywrightReport {
  readonly stats: Count<'expected' | 'unexpected' | 'flaky' | 'skipped'>;
}

/** The counts of all steps. One that ended badly has failed, whatever its report says. */
export const totalOf = (steps: readonly Step[]): Results =>
  steps.map(resultsOf).reduce(
    (sum, each) => ({
      passed: sum.passed + each.passed,
      failed: sum.failed + each.failed,
      skipped: sum.skipped + each.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );

function resultsOf({ ok, report }: Step): Results {
  const counted = report === undefined ? { passed: Number(ok), failed: 0, skipped: 0 } : countIn(report);
  return ok || counted.failed > 0 ? counted : { ...counted, failed: 1 };
}

function countIn(file: string): Results {
  let report: JestReport | PlaywrightReport;
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as typeof report;
  } catch {
    // There is none, or half of one.
    return { passed: 0, failed: 1, skipped: 0 };
  }
  if ('stats' in report) {
    const { expected, unexpected, flaky, skipped } = report.stats;
    // A test that passes only when repeated is a bug to find, not a pass.
    return { passed: expected, failed: unexpected + flaky, skipped };
  }
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests } = report;
  return {
    passed: numPassedTests,
    failed: numFailedTests + numRuntimeErrorTestSuites,
    skipped: numPendingTests,
  };
}

const text = ({ passed, failed, skipped }: Results) =>
  `${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped`;

/** Seconds and counts of each step, then the counts of all, alone on the last line. */
export const summary = (steps: readonly Step[]): string =>
  [
    ...steps.map((step) => {
      const time = `${step.seconds.toFixed(1).padStart(6)} s${step.cached ? ', cached' : ''}`;
      return `${step.title.padEnd(30)}${time}  ${text(resultsOf(step))}`;
    }),
    '',
    text(totalOf(steps)),
  ].join('\n');
