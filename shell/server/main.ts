import path from 'node:path';
import { command, runCommand } from '@vidlunnia/settings/commands';
import { loadSettings, messageOf, portError } from '@vidlunnia/settings/machine';
import { shell } from '@vidlunnia/settings/topology';
import { buildApp } from './app';
import { readEnvironment } from './environment';

/** For requests in flight after a stop signal. */
const STOP_DEADLINE_MS = 10_000;

/** Serves the site until a signal ends it. */
async function serve(): Promise<void> {
  // Without a listener, Node opens a debugger on this signal, which any process of the same user can send.
  process.on('SIGUSR1', () => undefined);
  const environment = readEnvironment(process.env);
  const app = await buildApp(environment, path.resolve(__dirname, '../..'));
  const stop = () => {
    setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
    // Node would not exit by itself, because a poll of a team's origin may be pending.
    void app.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  await app.listen({ port: environment.port, host: environment.host }).catch((error: unknown) => {
    throw portError(error, shell.portVariable);
  });
}

const start = command({ does: 'Serves the site; docs/settings.md lists its settings.', run: serve });
const [name, ...args] = process.argv.slice(2);
// A site starts it without a name, and with all settings.
if (name !== undefined) loadSettings();
runCommand({ start }, [name ?? 'start', ...args], () => 'npm start -w shell').catch((error: unknown) => {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
});
