import { expect, test } from '@playwright/test';
import { FINDING, type Finding } from './findings';

/** Adds findings to the test that runs. */
export function report(findings: readonly Finding[]): void {
  for (const finding of findings)
    test.info().annotations.push({ type: FINDING, description: JSON.stringify(finding) });
}

/** Fails the test that runs if it has reported anything. */
export function assertNone(): void {
  const found = test.info().annotations.filter(({ type }) => type === FINDING);
  expect(found.map(({ description }) => description)).toEqual([]);
}
