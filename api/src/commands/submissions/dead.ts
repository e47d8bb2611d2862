import { parseArgs } from 'node:util';
import { withOperations } from '../../channel/with-operations';
import type { Environment } from '../../config/environment';
import { DEAD_LETTER_FIELDS } from '../../delivery/dead-letters';
import { printTables } from '../print';

/** Shows the deliveries that were given up, and why; `retry` makes them pending again. */
export async function deadCommand(environment: Environment, args: string[]): Promise<void> {
  parseArgs({ args });
  await withOperations(environment, (operate) => printTables(DEAD_LETTER_FIELDS, operate('dead', {})));
}
