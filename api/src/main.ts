import { helped } from '@vidlunnia/remote-kit/process/arguments';
import { contentCommand, CONTENT_USAGE } from './commands/content';
import { moveCommand } from './commands/move';
import { serve } from './commands/serve';
import { submissionsCommand, SUBMISSIONS_USAGE } from './commands/submissions';
import { readEnvironment, type Environment } from './config/environment';
import { failureLine } from './commands/failure-line';
import { openDatabase } from './database/open-database';

type Command = (environment: Environment, args: string[]) => Promise<void>;

const COMMANDS = new Map<string, Command>([
  ['serve', serve],
  ['migrate', migrate],
  ['content', contentCommand],
  ['move', moveCommand],
  ['submissions', submissionsCommand],
]);

/** Applies the migrations and ends: for deployments that migrate before their replicas start. */
async function migrate(environment: Environment): Promise<void> {
  const { close } = await openDatabase(environment);
  await close();
  process.stdout.write('The database is up to date\n');
}

const USAGE = `npm start -w api
  serves the API; docs/settings.md lists its settings
npm run migrate -w api
  applies the migrations and ends
npm run move -w api
  copies the embedded database of DATA_DIR into PostgreSQL at DATABASE_URL
${CONTENT_USAGE}
${SUBMISSIONS_USAGE}`;

async function main([name = 'serve', ...args]: string[]): Promise<void> {
  if (helped(name === 'submissions' ? SUBMISSIONS_USAGE : USAGE)) return;
  const command = COMMANDS.get(name);
  if (command === undefined)
    throw new Error(`There is no command ${name}; use ${[...COMMANDS.keys()].join(', ')}`);
  await command(readEnvironment(process.env), args);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${failureLine(error)}\n`);
  // Without this, a broken start might not exit: something could still be open.
  process.exit(1);
});
