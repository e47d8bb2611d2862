import { freePorts, startStack, type Stack } from '@vidlunnia/scripts/stack';
import { makeDataFolder } from './data-folder';

/** A running site of its own: built packages, ports from the system, a database without submissions. */
export interface Site extends Stack {
  /** Variables that its processes run with. */
  readonly environment: NodeJS.ProcessEnv;
  /** All that its processes have written so far, each line behind its package. */
  readonly lines: readonly string[];
}

/** Starts the whole site. What it stores is gone with it. */
export async function startSite(variables: NodeJS.ProcessEnv = {}): Promise<Site> {
  const data = await makeDataFolder('prepared');
  const environment = {
    ...process.env,
    ...(await freePorts()),
    ...data.place,
    LOG_LEVEL: 'error',
    SUBMISSIONS_PER_MINUTE: '1000',
    RENDERS_PER_MINUTE: '100000',
    ...variables,
  };
  const lines: string[] = [];
  const stack = await startStack({
    environment,
    onLine: (folder, line) => lines.push(`[${folder}] ${line}`),
  }).catch((cause: unknown) => {
    throw new Error(`The site did not start:\n${lines.join('\n')}`, { cause });
  });
  return {
    ...stack,
    environment,
    lines,
    stop: async () => {
      await stack.stop();
      await data.remove();
    },
  };
}
