import { parseArgs } from 'node:util';
import { failTask, say } from '@vidlunnia/remote-kit/process/task';
import { withSite } from '../support/site';
import { fuzz } from './fuzz';

/** `npm run fuzz -- [--requests N] [--seed S]` */
async function main(): Promise<void> {
  const options = {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9) + 1) },
  } as const;
  const { values } = parseArgs({ options });
  for (const [name, text] of Object.entries(values))
    if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`--${name} takes a whole number, not “${text}”`);
  say(`${values.requests} requests, seed ${values.seed}`);
  const noLimits = {
    SUBMISSIONS_PER_MINUTE: '1000000',
    REQUESTS_PER_MINUTE: '1000000',
    RENDERS_PER_MINUTE: '1000000',
  };
  await withSite(noLimits, async (site) => {
    try {
      const statuses = await fuzz(site, { requests: Number(values.requests), seed: Number(values.seed) });
      say(JSON.stringify(statuses));
    } finally {
      say(site.lines.slice(-20).join('\n'));
    }
  });
}

main().catch(failTask);
