import { interruption, startProof } from '@vidlunnia/scripts/stack';
import { tryDevelopment } from './development';
import { tryProduction } from './production';
import { DEVELOPMENT, openProject, PRODUCTION, type Project } from './project';
import { findCompose } from './find-compose';

/**
 * Runs a check and reports it with what it resolves with. Resolves with whether it passed; rejects when the trial is
 * interrupted.
 */
export type Check = (title: string, run: () => Promise<string>) => Promise<boolean>;

interface Trial {
  readonly files: readonly string[];
  readonly run: (project: Project, check: Check) => Promise<void>;
}

const TRIALS: Readonly<Record<string, Trial>> = {
  production: { files: PRODUCTION, run: tryProduction },
  development: { files: DEVELOPMENT, run: tryDevelopment },
};

const say = (line: string) => process.stdout.write(`${line}\n`);

/** `npm run test:compose`: both stacks, or the one that is named, run on this machine's Docker engine. */
async function main([only]: readonly string[]): Promise<void> {
  const trials = Object.entries(TRIALS).filter(([name]) => only === undefined || name === only);
  if (trials.length === 0)
    throw new Error(`There is no stack “${String(only)}”; there are ${Object.keys(TRIALS).join(', ')}`);
  const signal = interruption();
  const compose = await findCompose();
  if (!compose) say('Not tried: no Docker engine with compose answers here');
  const total = { passed: 0, failed: 0 };
  for (const [name, trial] of compose ? trials : []) {
    const record = startProof('test:compose', [name]);
    const { failed } = total;
    await tryStack(name, trial, compose ?? [], signal, total);
    if (total.failed === failed) record();
  }
  say(`\n${String(total.passed)} passed, ${String(total.failed)} failed, 0 skipped`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

/** Starts a stack, tries it and removes it: nothing stays but the build cache. */
async function tryStack(
  name: string,
  { files, run }: Trial,
  compose: readonly string[],
  signal: AbortSignal,
  total: { passed: number; failed: number },
): Promise<void> {
  const check: Check = async (title, attempt) => {
    signal.throwIfAborted();
    const started = Date.now();
    const [passed, detail] = await attempt().then(
      (text) => [true, text] as const,
      (error: unknown) => [false, error instanceof Error ? error.message : String(error)] as const,
    );
    total[passed ? 'passed' : 'failed'] += 1;
    say(`${passed ? '✓' : '✗'} ${title}: ${detail} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    return passed;
  };
  const project = await openProject(compose, files, signal);
  try {
    say(`\nStarting ${name}…`);
    await run(project, check);
  } finally {
    say('Removing what was started…');
    await project.remove();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
