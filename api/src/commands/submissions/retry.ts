import { parseArgs } from 'node:util';
import { withOperations } from '../../channel/with-operations';
import type { Environment } from '../../config/environment';
import { print } from '../print';

/** Has dead letters delivered again: those of one submission (`retry <id>`), else all. */
export async function retryCommand(environment: Environment, args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [id, ...more] = positionals;
  if (more.length > 0) throw new Error('retry takes the id of one submission, or none');
  await withOperations(environment, async (operate) => {
    for await (const { count } of operate('retry', id === undefined ? {} : { id })) {
      if (count === '0' && id !== undefined) throw new Error(`Submission ${id} has no dead letters`);
      await print(`${count ?? ''} dead letters are pending again\n`);
    }
  });
}
