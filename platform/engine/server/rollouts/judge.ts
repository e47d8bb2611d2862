/** Number of addresses that visited a release, and how many of those had a failure. */
export interface Sample {
  readonly visitors: number;
  readonly failing: number;
}

/** Minimum of failing visitors for a withdrawal, because a few may lie or have a broken browser. */
const MIN_FAILING = 5;
/** Minimum difference between the shares of failing visitors. */
const MIN_DIFFERENCE = 0.02;
/** Significance level of each of many comparisons; docs/decisions/0045 has the simulation. */
const MAX_PROBABILITY = 0.0001;

/** Whether a release fails for significantly more visitors than another. */
export function isWorse(candidate: Sample, baseline: Sample): boolean {
  if (candidate.failing < MIN_FAILING || baseline.visitors === 0) return false;
  const difference = shareOf(candidate) - shareOf(baseline);
  return difference >= MIN_DIFFERENCE && chanceOf(candidate, baseline) <= MAX_PROBABILITY;
}

const shareOf = ({ visitors, failing }: Sample) => failing / visitors;

/**
 * Fisher's exact test, one-sided. If both releases fail equally often: the probability that the candidate gets this
 * many failing visitors or more.
 */
export function chanceOf(candidate: Sample, baseline: Sample): number {
  const all = candidate.visitors + baseline.visitors;
  const failing = candidate.failing + baseline.failing;
  let sum = 0;
  const most = Math.min(failing, candidate.visitors);
  for (let count = candidate.failing; count <= most; count += 1)
    sum += Math.exp(
      logChoose(candidate.visitors, count) +
        logChoose(baseline.visitors, failing - count) -
        logChoose(all, failing),
    );
  return sum;
}

/** Logarithm of the binomial coefficient «`all` choose `count`». */
const logChoose = (all: number, count: number) =>
  logFactorial(all) - logFactorial(count) - logFactorial(all - count);

const logFactorials = [0];

function logFactorial(number: number): number {
  for (let next = logFactorials.length; next <= number; next += 1)
    logFactorials.push((logFactorials[next - 1] ?? 0) + Math.log(next));
  return logFactorials[number] ?? -Infinity;
}
