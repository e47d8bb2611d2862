import { parseArgs } from 'node:util';
import { killedWhileStoring } from './killed-while-storing';
import { twiceSaturated } from './twice-saturated';

const SUBMISSIONS = 10_000;

/**
 * `npm run endurance`: what no test has the time for. `--submissions N`, `--seed S`; `--only=kills` or `--only=load`.
 */
async function main(): Promise<void> {
  const { submissions, seed, only } = readOptions();
  const rows = [];
  if (only !== 'load') rows.push(...(await killedWhileStoring({ submissions, seed })));
  if (only !== 'kills') rows.push(...(await twiceSaturated()));
  process.stdout.write(`\nSeed ${String(seed)}\n`);
  for (const { name, measured, passed } of rows)
    process.stdout.write(`${passed ? 'passed' : 'FAILED'}  ${name}: ${measured}\n`);
  if (rows.some(({ passed }) => !passed)) process.exitCode = 1;
}

function readOptions() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { submissions: text, seed: text, only: text } });
  const whole = (name: 'submissions' | 'seed', otherwise: number) => {
    const value = values[name];
    if (value === undefined) return otherwise;
    if (!/^[1-9]\d{0,8}$/.test(value)) throw new Error(`--${name} takes a whole number, not “${value}”`);
    return Number(value);
  };
  const { only } = values;
  if (only !== undefined && only !== 'kills' && only !== 'load')
    throw new Error(`--only takes kills or load, not “${only}”`);
  return {
    submissions: whole('submissions', SUBMISSIONS),
    seed: whole('seed', Math.floor(Math.random() * 1e9) + 1),
    only,
  };
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
