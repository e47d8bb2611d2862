import { once } from 'node:events';
import path from 'node:path';
import { shell } from '../build/topology';
import { buildSite } from './build-site';
import { checkEnvironment } from './check-environment';
import { interruption } from './interruption';
import { failTask, say } from './say';
import { startStack, type Stack } from './stack';

const interrupted = interruption();

/** `npm start`: the whole site, production builds. Ends with Ctrl-C and leaves nothing running. */
async function start(): Promise<void> {
  await checkEnvironment(process.env);
  await buildSite(interrupted);
  say('Starting the API, the remotes and the shell…');
  const stack = await startStack({
    // Each part runs in its own folder: a relative path has to mean the same for all.
    environment: {
      LOG_LEVEL: 'warn',
      ...process.env,
      DATA_DIR: path.resolve(process.env['DATA_DIR'] ?? '.data'),
    },
    onLine: (folder, line) => {
      say(`[${folder}] ${line}`);
    },
    signal: interrupted,
  });
  say(`Ready: ${stack.url}`);
  try {
    await Promise.race([once(interrupted, 'abort'), ...watch(stack)]);
  } finally {
    await stack.stop();
  }
}

/** Tells of every part that ends unasked. Only without the shell there is no site: then the promise rejects. */
function watch({ children }: Stack): Promise<void>[] {
  return [...children.values()].map(async ({ name, ended }) => {
    const how = await ended;
    if (interrupted.aborted) return;
    if (name === shell.folder)
      throw new Error(
        `${name} has ended (${how}), and no page can be served without it; the rest is stopped`,
      );
    say(`${name} has ended (${how}); the site goes on as well as it can without it`);
    await once(interrupted, 'abort');
  });
}

start().then(
  () => process.exit(0),
  (error: unknown) => (interrupted.aborted ? process.exit(0) : failTask(error)),
);
