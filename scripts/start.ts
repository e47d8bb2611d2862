import { once } from 'node:events';
import { publishContent } from '@vidlunnia/content/versions';
import { contentFolder, contentSources, dataFolder, repositoryRoot } from '@vidlunnia/settings/machine';
import { valueOf } from '@vidlunnia/settings';
import { readTopology } from '@vidlunnia/settings/topology';
import { buildSite } from './build/build-site';
import { checkEnvironment } from './check-environment';
import { say } from '@vidlunnia/remote-kit/process/task';
import { logLine } from '@vidlunnia/remote-kit/process/run';
import { writeLocalRemoteList } from '@vidlunnia/remote-kit/release/keys';
import { keepRunning, startStack } from './stack';

/** `npm start`: runs the whole site from production builds. Ends with Ctrl-C and leaves no process running. */
export async function start(interrupted: AbortSignal): Promise<void> {
  await checkEnvironment(process.env);
  await buildSite(interrupted);
  const content = contentFolder(process.env);
  // A folder that the environment names has what was published there.
  if (valueOf('CONTENT_DIR', process.env) === undefined) await publishContent(content, contentSources());
  say('Starting the API, the remotes and the shell…');
  const stack = await startStack({
    // Each package runs in its own folder: relative paths have to mean the same for all.
    environment: {
      LOG_LEVEL: 'warn',
      ...process.env,
      DATA_DIR: dataFolder(process.env),
      CONTENT_DIR: content,
      ...(await writeLocalRemoteList(readTopology(repositoryRoot()).zoneRemotes, process.env, say)),
    },
    onLine: (folder, line) => {
      say(logLine(folder, line));
    },
    signal: interrupted,
  });
  say(`Ready: ${stack.url}`);
  const over = new AbortController();
  try {
    const end = AbortSignal.any([interrupted, over.signal]);
    const watched = [...stack.children.keys()].map((folder) => keepRunning(folder, stack, end));
    await Promise.race([once(interrupted, 'abort'), ...watched]);
  } finally {
    // Nothing is restarted while the rest is being stopped.
    over.abort();
    await stack.stop();
  }
}
