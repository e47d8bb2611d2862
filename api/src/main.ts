import { loadSettings } from '@vidlunnia/settings/machine';
import { command, runCommand } from '@vidlunnia/settings/commands';
import { contentCommand } from './commands/content';
import { failureLine } from './commands/failure-line';
import { moveCommand } from './commands/move';
import { serve } from './commands/serve';
import { submissionsCommand } from './commands/submissions';
import { databaseName, openDatabase } from './database/open-database';
import { readEnvironment } from './config/environment';

const environment = () => readEnvironment(process.env);

const COMMANDS = {
  serve: command({
    does: 'Serves the API; docs/settings.md lists its settings.',
    run: () => serve(environment()),
  }),
  migrate: command({
    does: 'Applies the migrations and ends, for deployments that migrate before their replicas start; --create makes an embedded database if there is none.',
    options: { create: { type: 'boolean' } },
    run: async ({ create = false }) => {
      const used = environment();
      const { close } = await openDatabase(used, { create: create || used.databaseUrl !== undefined });
      await close();
      process.stdout.write(`Up to date: ${databaseName(used)}\n`);
    },
  }),
  content: command({
    does: 'Publishes this image’s content in CONTENT_DIR, where every API takes it over; --back takes the last change back, --again publishes it once more.',
    options: { back: { type: 'boolean' }, again: { type: 'boolean' } },
    run: ({ back, again }) => contentCommand(environment(), { isBack: back, isAgain: again }),
  }),
  inbox: command({
    does: 'Opens the staff’s inbox and prints how to enter.',
    run: () => submissionsCommand(environment(), ['inbox']),
  }),
  move: command({
    does: 'Copies the embedded database of DATA_DIR into PostgreSQL at DATABASE_URL.',
    run: () => moveCommand(environment()),
  }),
};

async function main([given, ...args]: readonly string[]): Promise<void> {
  // A site starts it without a name, and with all settings.
  if (given !== undefined) loadSettings();
  if (given === 'submissions') await submissionsCommand(environment(), args);
  else
    await runCommand(COMMANDS, [given ?? 'serve', ...args], (each) =>
      each === 'serve' ? 'npm start -w api' : `npm run ${each} -w api`,
    );
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${failureLine(error)}\n`);
  // Without this, a broken start might not exit: something could still be open.
  process.exit(1);
});
