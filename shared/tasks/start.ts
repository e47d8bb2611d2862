import { buildSite } from './build-site';
import { checkPorts } from './ports';
import { failTask, say } from './say';
import { startStack } from './stack';

/** `npm start`: the whole site, production builds. Ends with Ctrl-C and leaves nothing running. */
async function start(): Promise<void> {
  await checkPorts(process.env);
  await buildSite();
  say('Starting the API, the remotes and the shell…');
  const stack = await startStack({
    environment: { DATA_DIR: '.data', LOG_LEVEL: 'warn', ...process.env },
    onLine: (folder, line) => {
      say(`[${folder}] ${line}`);
    },
  });

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await stack.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
  for (const child of stack.children.values()) {
    void child.ended.then((how) => {
      if (!stopping) say(`${child.name} has ended (${how}); the site goes on as well as it can without it`);
    });
  }
  say(`Ready: ${stack.url}`);
}

start().catch(failTask);
