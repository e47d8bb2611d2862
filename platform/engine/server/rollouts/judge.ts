/** Number of addresses that visited a release, and how many of those had a failure. */
export interface Sample {
  readonly visitors: number;
  readonly failing: number;
}

/** Minimum of failing visitors for a withdrawal, because a few may lie or have a broken browser. */
const MIN_FAILING = 5;
/** Minimum difference between the shares of failing visitors. */
const MIN_DIFFERENCE = 0.02;
/** The same minimum in standard errors, because the shares are compared often; docs/decisions/0045 has the simulation. */
const MIN_ERRORS = 5;

/** Whether a release fails for significantly more visitors than another. */
export function isWorse(candidate: Sample, baseline: Sample): boolean {
  if (candidate.failing < MIN_FAILING || baseline.visitors === 0) return false;
  const difference = candidate.failing / candidate.visitors - baseline.failing / baseline.visitors;
  const share = (candidate.failing + baseline.failing) / (candidate.visitors + baseline.visitors);
  const error = Math.sqrt(share * (1 - share) * (1 / candidate.visitors + 1 / baseline.visitors));
  return difference >= Math.max(MIN_DIFFERENCE, MIN_ERRORS * error);
}
