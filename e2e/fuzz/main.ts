import { parseArgs } from 'node:util';
import { withSite } from '../support/site';
import { fuzz } from './fuzz';

const REQUESTS = 100_000;

/** `npm run fuzz`: requests of every kind to a site of its own; `--requests N`, `--seed S`. */
async function main(): Promise<void> {
  const { requests, seed } = readOptions();
  process.stdout.write(`${String(requests)} requests, seed ${String(seed)}\n`);
  await withSite(NO_LIMITS, async (site) => {
    const apiOrigin = `http://127.0.0.1:${site.environment['API_PORT'] ?? ''}`;
    const dataDir = site.environment['DATA_DIR'] ?? '';
    try {
      const statuses = await fuzz({ url: site.url, apiOrigin, dataDir }, { requests, seed });
      for (const [status, count] of Object.entries(statuses))
        process.stdout.write(`${status}  ${String(count)}\n`);
    } finally {
      for (const line of site.lines.slice(-20)) process.stdout.write(`${line}\n`);
    }
  });
}

/** Else the limits would answer most of it. */
const NO_LIMITS = {
  SUBMISSIONS_PER_MINUTE: '1000000',
  REQUESTS_PER_MINUTE: '1000000',
  RENDERS_PER_MINUTE: '1000000',
};

function readOptions(): { readonly requests: number; readonly seed: number } {
  const options = { requests: { type: 'string' }, seed: { type: 'string' } } as const;
  const { values } = parseArgs({ options });
  const whole = (name: keyof typeof options, otherwise: number) => {
    const text = values[name];
    if (text === undefined) return otherwise;
    if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`--${name} takes a whole number, not “${text}”`);
    return Number(text);
  };
  return { requests: whole('requests', REQUESTS), seed: whole('seed', Math.floor(Math.random() * 1e9) + 1) };
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
