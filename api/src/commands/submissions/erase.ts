import { withOperations } from '../../channel/with-operations';
import type { Environment } from '../../config/environment';
import { print } from '../print';
import { countsLine } from './counts-line';
import { emailArgument } from './email-argument';

/** Removes everything that is stored about an e-mail address: `erase <email>`. */
export async function eraseCommand(environment: Environment, args: string[]): Promise<void> {
  const email = emailArgument('erase', args);
  await withOperations(environment, async (operate) => {
    for await (const counts of operate('erase', { email })) await print(`Erased: ${countsLine(counts)}\n`);
  });
}
