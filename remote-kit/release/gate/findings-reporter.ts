import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '@playwright/test';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { sentencesOf, type Fault, type Finding } from './findings';

/** Annotation type for the findings of a test, as JSON. */
const FINDING = 'finding';

/** Adds findings in a view of a page to the running test. */
export function report(view: Omit<Finding, keyof Fault>, faults: readonly Fault[]): void {
  for (const fault of faults)
    test.info().annotations.push({ type: FINDING, description: JSON.stringify({ ...view, ...fault }) });
}

/** Fails the running test if it has reported a finding. */
export function assertNone(): void {
  const found = test.info().annotations.filter(({ type }) => type === FINDING);
  expect(found.map(({ description }) => description)).toEqual([]);
}

/** Prints all findings as sentences; the same finding in several views once. */
export default class FindingsReporter implements Reporter {
  private readonly findings: Finding[] = [];
  private readonly failures: string[] = [];

  onTestEnd({ annotations, title }: TestCase, { status, errors }: TestResult): void {
    const found = annotations.filter(({ type }) => type === FINDING);
    this.findings.push(...found.map(({ description = '' }) => JSON.parse(description) as Finding));
    if (status === 'passed' || found.length > 0) return;
    const [{ message = status } = {}] = errors;
    this.failures.push(`${title}: ${stripVTControlCharacters(message)}`);
  }

  onError({ message = 'an error without a message' }: { readonly message?: string }): void {
    this.failures.push(stripVTControlCharacters(message));
  }

  onEnd(): void {
    const lines = [...sentencesOf(this.findings), ...new Set(this.failures)];
    if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
  }

  printsToStdio(): boolean {
    return true;
  }
}
