import { failTask, say } from '@vidlunnia/remote-kit/process/task';
import { command, runCommand } from '@vidlunnia/settings/commands';
import { withSite } from '../support/site';
import { fuzz } from './fuzz';

const SEED = String(Math.floor(Math.random() * 1e9) + 1);
const NO_LIMITS = {
  SUBMISSIONS_PER_MINUTE: '1000000',
  REQUESTS_PER_MINUTE: '1000000',
  RENDERS_PER_MINUTE: '1000000',
};

const fuzzing = command({
  does: 'Starts a site and sends it N requests generated from the API’s OpenAPI document (default: 100,000).',
  options: { requests: { type: 'string', value: 'N' }, seed: { type: 'string', value: 'S' } },
  run: async ({ requests = '100000', seed = SEED }) => {
    for (const [name, text] of Object.entries({ requests, seed }))
      if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`--${name} takes a whole number, not “${text}”`);
    say(`${requests} requests, seed ${seed}`);
    await withSite(NO_LIMITS, async (site) => {
      try {
        say(JSON.stringify(await fuzz(site, { requests: Number(requests), seed: Number(seed) })));
      } finally {
        say(site.lines.slice(-20).join('\n'));
      }
    });
  },
});

runCommand({ fuzz: fuzzing }, ['fuzz', ...process.argv.slice(2)]).catch(failTask);
