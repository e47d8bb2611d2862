import { parseArgs } from 'node:util';
import { killedWhileStoring } from './killed-while-storing';

const SUBMISSIONS = 10_000;

/** `npm run endurance`: what no test has the time for. `--submissions N`, `--seed S`. */
async function main(): Promise<void> {
  const { submissions, seed } = readOptions();
  const rows = await killedWhileStoring({ submissions, seed });
  process.stdout.write(`\nSeed ${String(seed)}\n`);
  for (const { name, measured, passed } of rows)
    process.stdout.write(`${passed ? 'passed' : 'FAILED'}  ${name}: ${measured}\n`);
  if (rows.some(({ passed }) => !passed)) process.exitCode = 1;
}

function readOptions() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { submissions: text, seed: text } });
  const whole = (name: 'submissions' | 'seed', otherwise: number) => {
    const value = values[name];
    if (value === undefined) return otherwise;
    if (!/^[1-9]\d{0,8}$/.test(value)) throw new Error(`--${name} takes a whole number, not “${value}”`);
    return Number(value);
  };
  return {
    submissions: whole('submissions', SUBMISSIONS),
    seed: whole('seed', Math.floor(Math.random() * 1e9) + 1),
  };
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
