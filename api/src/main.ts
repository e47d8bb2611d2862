import { command, runCommand } from '@vidlunnia/settings/commands';
import { contentCommand } from './commands/content';
import { failureLine } from './commands/failure-line';
import { moveCommand } from './commands/move';
import { serve } from './commands/serve';
import { submissionsCommand } from './commands/submissions';
import { readEnvironment } from './config/environment';
import { openDatabase } from './database/open-database';

const environment = () => readEnvironment(process.env);

const COMMANDS = {
  serve: command({
    does: 'Serves the API; docs/settings.md lists its settings.',
    run: () => serve(environment()),
  }),
  migrate: command({ does: 'Applies the migrations and ends.', run: migrate }),
  content: command({
    does: 'Publishes this image’s content in CONTENT_DIR, where every API takes it over; --back takes the last change back, --again publishes it once more.',
    options: { back: { type: 'boolean' }, again: { type: 'boolean' } },
    run: ({ back, again }) => contentCommand(environment(), { isBack: back, isAgain: again }),
  }),
  move: command({
    does: 'Copies the embedded database of DATA_DIR into PostgreSQL at DATABASE_URL.',
    run: () => moveCommand(environment()),
  }),
};

/** Applies the migrations and ends: for deployments that migrate before their replicas start. */
async function migrate(): Promise<void> {
  const { close } = await openDatabase(environment());
  await close();
  process.stdout.write('The database is up to date\n');
}

async function main([name = 'serve', ...args]: readonly string[]): Promise<void> {
  if (name === 'submissions') await submissionsCommand(environment(), args);
  else
    await runCommand(COMMANDS, [name, ...args], (each) =>
      each === 'serve' ? 'npm start -w api' : `npm run ${each} -w api`,
    );
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${failureLine(error)}\n`);
  // Without this, a broken start might not exit: something could still be open.
  process.exit(1);
});
