import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { sentencesOf, type Finding } from './findings';
import { FINDING } from './report';

/** Prints all findings in sentences, the same of several views once. */
export default class FindingsReporter implements Reporter {
  private readonly findings: Finding[] = [];
  private readonly failures: string[] = [];

  onTestEnd(test: TestCase, { status, errors }: TestResult): void {
    const found = test.annotations.filter(({ type }) => type === FINDING);
    this.findings.push(...found.map(({ description = '' }) => JSON.parse(description) as Finding));
    if (status === 'passed' || found.length > 0) return;
    const [{ message = status } = {}] = errors;
    this.failures.push(
      `${test.title} at ${test.parent.project()?.name ?? ''}: ${stripVTControlCharacters(message)}`,
    );
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
