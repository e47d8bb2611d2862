import { helped, rejectUnknownOptions } from '@vidlunnia/settings/arguments';
import { contentCommand, CONTENT_USAGE } from './commands/content';
import { moveCommand } from './commands/move';
import { serve } from './commands/serve';
import { submissionsCommand, SUBMISSIONS_USAGE } from './commands/submissions';
import { readEnvironment, type Environment } from './config/environment';
import { failureLine } from './commands/failure-line';
import { openDatabase } from './database/open-database';

type Run = (environment: Environment, args: string[]) => Promise<void>;

const COMMANDS = new Map<string, readonly [usage: string, run: Run]>([
  ['serve', ['npm start -w api\n  serves the API; docs/settings.md lists its settings', serve]],
  ['migrate', ['npm run migrate -w api\n  applies the migrations and ends', migrate]],
  ['content', [CONTENT_USAGE, contentCommand]],
  [
    'move',
    [
      'npm run move -w api\n  copies the embedded database of DATA_DIR into PostgreSQL at DATABASE_URL',
      moveCommand,
    ],
  ],
  ['submissions', [SUBMISSIONS_USAGE, submissionsCommand]],
]);

/** Applies the migrations and ends: for deployments that migrate before their replicas start. */
async function migrate(environment: Environment): Promise<void> {
  const { close } = await openDatabase(environment);
  await close();
  process.stdout.write('The database is up to date\n');
}

async function main([first = 'serve', ...rest]: string[]): Promise<void> {
  const [name, args] = first.startsWith('-') ? ['serve', [first, ...rest]] : [first, rest];
  const command = COMMANDS.get(name);
  if (command === undefined)
    throw new Error(`There is no command ${name}; use ${[...COMMANDS.keys()].join(', ')}`);
  const [usage, run] = command;
  const all = [...COMMANDS.values()].map(([each]) => each).join('\n');
  if (helped(name === 'serve' ? all : usage, args)) return;
  rejectUnknownOptions(usage, args);
  await run(readEnvironment(process.env), args);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${failureLine(error)}\n`);
  // Without this, a broken start might not exit: something could still be open.
  process.exit(1);
});
