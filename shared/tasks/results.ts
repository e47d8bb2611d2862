/** Outcome of one step of the tests. */
export interface Results {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const NOTHING: Results = { passed: 0, failed: 0, skipped: 0 };

export const addResults = (a: Results, b: Results): Results => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

export const summary = ({ passed, failed, skipped }: Results): string =>
  `${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped`;
