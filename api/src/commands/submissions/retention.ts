import { parseArgs } from 'node:util';
import { withOperations } from '../../channel/with-operations';
import type { Environment } from '../../config/environment';
import { print } from '../print';
import { countsLine } from './counts-line';

/** Removes what is older than `RETENTION_MONTHS`, as the API does by itself once a day; `--dry-run` only counts it. */
export async function retentionCommand(environment: Environment, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { 'dry-run': { type: 'boolean' } } });
  const dry = values['dry-run'] === true;
  const months = String(environment.retentionMonths);
  await withOperations(environment, async (operate) => {
    for await (const counts of operate('retention', { months, ...(dry && { dry: 'yes' }) })) {
      await print(`Older than ${months} months, ${dry ? 'kept' : 'removed'}: ${countsLine(counts)}\n`);
    }
  });
}
