import { withOperations } from '../../channel/with-operations';
import type { Row } from '../../channel/operations';
import type { Environment } from '../../config/environment';
import { print } from '../print';
import { emailArgument } from './email-argument';

/** Prints everything that is stored about an e-mail address as JSON: `export <email>`. */
export async function exportCommand(environment: Environment, args: string[]): Promise<void> {
  const email = emailArgument('export', args);
  const stored = { applications: [] as Row[], messages: [] as Row[], deliveries: [] as Row[] };
  await withOperations(environment, async (operate) => {
    for await (const { table, ...row } of operate('export', { email })) {
      if (table === 'applications' || table === 'messages' || table === 'deliveries') stored[table].push(row);
    }
  });
  await print(`${JSON.stringify({ email, ...stored }, null, 2)}\n`);
}
