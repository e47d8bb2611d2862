import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { runProgram } from '@vidlunnia/remote-kit/process/run';
import { parse } from 'yaml';

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

interface Step {
  /** Absent in a step that is an action of others. */
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs the commands of a workflow in a checkout as GitHub's runner does, except for the actions of others. Expressions get
 * their `values`; an unknown one is empty, as on GitHub. Resolves to whether all passed, and to what they printed.
 */
export async function runWorkflow(
  checkout: string,
  name: string,
  values: Readonly<Record<string, string>>,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly passed: boolean; readonly output: string }> {
  const text = await readFile(path.join(checkout, '.github/workflows', name), 'utf8');
  const { jobs } = parse(text) as Workflow;
  const fill = (given: string) =>
    given.replace(/\$\{\{ ([^}]+) \}\}/g, (_, expression: string) => values[expression] ?? '');
  let passed = true;
  let output = '';
  for (const step of Object.values(jobs).flatMap(({ steps }) => steps)) {
    if (step.run === undefined || (!passed && !step.if?.includes('!cancelled()'))) continue;
    const own = Object.entries(step.env ?? {}).map(([variable, value]) => [variable, fill(value)]);
    const ended = await runProgram('bash', ['-eo', 'pipefail', '-c', fill(step.run)], {
      cwd: checkout,
      env: { ...env, ...(Object.fromEntries(own) as NodeJS.ProcessEnv) },
      output: 'kept',
      timeout: 600_000,
    });
    passed &&= ended.code === 0;
    output += `$ ${step.run}\n${ended.output}`;
  }
  return { passed, output };
}
