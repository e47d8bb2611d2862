import { expect, test } from '@playwright/test';
import type { Fault, Finding } from './findings';

/** Type of the annotation by which a test reports a finding, as JSON. */
export const FINDING = 'finding';

/** Adds to the test that runs what was found in a view of a page. */
export function report(view: Omit<Finding, keyof Fault>, faults: readonly Fault[]): void {
  for (const fault of faults)
    test.info().annotations.push({ type: FINDING, description: JSON.stringify({ ...view, ...fault }) });
}

/** Fails the test that runs if it has reported anything. */
export function assertNone(): void {
  const found = test.info().annotations.filter(({ type }) => type === FINDING);
  expect(found.map(({ description }) => description)).toEqual([]);
}
