/** Outcome of one step of the tests. */
export interface Results {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** A step that has ended, with its wall time. */
export interface Ended {
  readonly title: string;
  readonly seconds: number;
  readonly results: Results;
}

export const NOTHING: Results = { passed: 0, failed: 0, skipped: 0 };

export const addResults = (a: Results, b: Results): Results => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

export const summary = ({ passed, failed, skipped }: Results): string =>
  `${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped`;

/** A line for each step: its wall time and counts. */
export function timeTable(steps: readonly Ended[]): string {
  const width = Math.max(...steps.map(({ title }) => title.length));
  return steps
    .map(
      ({ title, seconds, results }) =>
        `${title.padEnd(width)}  ${seconds.toFixed(1).padStart(6)} s  ${summary(results)}`,
    )
    .join('\n');
}
