import type { Environment } from '../config/environment';
import { acceptCommand } from './submissions/accept';
import { deadCommand } from './submissions/dead';
import { eraseCommand } from './submissions/erase';
import { exportCommand } from './submissions/export';
import { listCommand } from './submissions/list';
import { retentionCommand } from './submissions/retention';
import { retryCommand } from './submissions/retry';
import { suspectedCommand } from './submissions/suspected';

/** What can be done with submissions, by the word behind `submissions`; each is a file in `commands/submissions`. */
const SUBCOMMANDS = new Map<string, (environment: Environment, args: string[]) => Promise<void>>([
  ['list', listCommand],
  ['suspected', suspectedCommand],
  ['accept', acceptCommand],
  ['dead', deadCommand],
  ['retry', retryCommand],
  ['export', exportCommand],
  ['erase', eraseCommand],
  ['retention', retentionCommand],
]);

export const SUBMISSIONS_USAGE = `npm run submissions -w api -- [COMMAND]
  list [--csv applications|messages] [--since DATE]
                     what visitors sent, newest last; the command when none is named
  suspected          what is taken for spam, and why
  accept ID          takes a suspected submission for a real one
  dead               deliveries that were given up, and why
  retry [ID]         delivers those of one submission again, or all
  export EMAIL       everything that is stored about an address, as JSON
  erase EMAIL        removes everything that is stored about an address
  retention [--dry-run]
                     removes what is older than RETENTION_MONTHS, or only counts it`;

/** Does something with what visitors sent; without a word of its own it lists. */
export async function submissionsCommand(environment: Environment, args: string[]): Promise<void> {
  const [first = ''] = args;
  const named = first !== '' && !first.startsWith('-');
  const subcommand = SUBCOMMANDS.get(named ? first : 'list');
  if (subcommand === undefined)
    throw new Error(`There is no submissions ${first}; use ${[...SUBCOMMANDS.keys()].join(', ')}`);
  await subcommand(environment, named ? args.slice(1) : args);
}
