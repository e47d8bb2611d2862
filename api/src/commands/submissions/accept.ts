import { parseArgs } from 'node:util';
import { withOperations } from '../../channel/with-operations';
import type { Environment } from '../../config/environment';
import { channelsOf } from '../../delivery/channels';
import { print } from '../print';

/** Takes a suspected submission for a real one: it is listed with the others, and delivered where this is set up. */
export async function acceptCommand(environment: Environment, args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [id, ...more] = positionals;
  if (id === undefined || more.length > 0) throw new Error('accept takes the id of one submission');
  const channels = [...channelsOf(environment).keys()].join(',');
  await withOperations(environment, async (operate) => {
    for await (const { count } of operate('accept', { id, channels })) {
      await print(`Submission ${id} is accepted; ${count ?? ''} deliveries are pending\n`);
      return;
    }
    throw new Error(
      `There is no suspected submission ${id}; npm run submissions -w api -- suspected lists them`,
    );
  });
}
