import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts, startStack, type Stack } from '@vidlunnia/shared/stack';

/** A running site of its own: built packages, ports from the system, a fresh database. */
export interface Site extends Stack {
  /** Variables that its processes run with. */
  readonly environment: NodeJS.ProcessEnv;
}

/** Starts the whole site. What it stores is gone with it. */
export async function startSite(variables: NodeJS.ProcessEnv = {}): Promise<Site> {
  const data = await mkdtemp(path.join(tmpdir(), 'vidlunnia-e2e-'));
  const environment = {
    ...process.env,
    ...(await freePorts()),
    DATA_DIR: data,
    KEYS_DIR: path.join(data, 'keys'),
    LOG_LEVEL: 'error',
    SUBMISSIONS_PER_MINUTE: '1000',
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
    stop: async () => {
      await stack.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}
