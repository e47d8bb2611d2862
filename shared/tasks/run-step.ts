import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../environment/repository';
import { ALL_SETTINGS, SETTINGS } from '../environment/settings';
import { messageOf } from '../process/errors';
import { runNode } from '../process/run-node';
import type { Results } from './results';
import { say } from '../process/say';

const REPORTS = path.join(repositoryRoot, '.cache/reports');

/** Runs a program that either holds or does not: a type check, a linter. Prints what it says only when it fails. */
export async function runCheck(title: string, args: readonly string[]): Promise<Results> {
  const { ok, output } = await run(args, {}, 'kept');
  if (!ok) say(`\n${title} failed:\n${output}`);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/** Runs a test runner that leaves a JSON report, and counts from it; a runner without a report has failed. */
export async function runTests(
  args: readonly string[],
  report: { readonly file: string; readonly count: (json: unknown) => Results },
  environment: NodeJS.ProcessEnv = {},
): Promise<Results> {
  mkdirSync(REPORTS, { recursive: true });
  rmSync(report.file, { force: true });
  const { ok } = await run(args, environment, 'shown');
  const counted = readReport(report);
  if (counted === null) return { passed: 0, failed: 1, skipped: 0 };
  return ok || counted.failed > 0 ? counted : { ...counted, failed: 1 };
}

export const reportFile = (name: string): string => path.join(REPORTS, name);

function readReport({ file, count }: { readonly file: string; readonly count: (json: unknown) => Results }) {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/** Tests set what they need: what a site is configured with in this shell is not for them. */
const NO_SETTINGS: NodeJS.ProcessEnv = Object.fromEntries(
  ALL_SETTINGS.filter(({ name }) => name !== SETTINGS.chromium.name).map(({ name }) => [name, undefined]),
);

/** Runs a Node program in the repository to its end; one that cannot be started has failed. */
export const run = (args: readonly string[], env: NodeJS.ProcessEnv, output: 'shown' | 'kept') =>
  runNode(args, { cwd: repositoryRoot, env: { ...NO_SETTINGS, ...env }, output }).then(
    (ended) => ({ ok: ended.code === 0, output: ended.output }),
    (error: unknown) => ({ ok: false, output: messageOf(error) }),
  );
