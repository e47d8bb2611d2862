import { parseArgs } from 'node:util';
import { withOperations } from '../../channel/with-operations';
import type { Environment } from '../../config/environment';
import { SUBMISSION_KINDS, submissionFields } from '../../submissions/list-submissions';
import { print, printTables } from '../print';

/** Shows what is taken for spam, and why; `accept <id>` takes one of them for a submission. */
export async function suspectedCommand(environment: Environment, args: string[]): Promise<void> {
  parseArgs({ args });
  await withOperations(environment, async (operate) => {
    for (const kind of SUBMISSION_KINDS) {
      await print(`${kind}\n`);
      await printTables(['suspicion', ...submissionFields(kind)], operate('suspected', { kind }));
    }
  });
}
