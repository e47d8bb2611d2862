import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts, startStack } from '@vidlunnia/scripts/stack';
import type { Site } from './site';

/** The site as visitors get it, with the API that all other sites use too. */
export interface FederatedSite extends Site {
  readonly apiOrigin: string;
  /** Folder of the shell's copies of releases. */
  readonly releases: string;
  /** Folder of all that it keeps. */
  readonly data: string;
  /** Variables that its processes run with. */
  readonly environment: NodeJS.ProcessEnv;
  /** Id of the shell's process. */
  readonly shellProcess: number;
}

export async function startFederated(): Promise<FederatedSite> {
  const data = await mkdtemp(path.join(tmpdir(), 'vidlunnia-bench-'));
  const ports = await freePorts();
  const lines: string[] = [];
  const environment = {
    ...process.env,
    ...ports,
    DATA_DIR: data,
    KEYS_DIR: path.join(data, 'keys'),
    LOG_LEVEL: 'error',
    // What the load says of its visitors is believed.
    TRUST_PROXY: 'loopback',
    REQUESTS_PER_MINUTE: '1000000',
    RENDERS_PER_MINUTE: '1000000',
    SUBMISSIONS_PER_MINUTE: '1000000',
  };
  const stack = await startStack({
    environment,
    onLine: (folder, line) => lines.push(`[${folder}] ${line}`),
  }).catch((cause: unknown) => {
    throw new Error(`The site did not start:\n${lines.join('\n')}`, { cause });
  });
  return {
    name: 'federated',
    url: stack.url,
    apiOrigin: `http://127.0.0.1:${ports['API_PORT'] ?? ''}`,
    releases: path.join(data, 'shell/releases'),
    data,
    environment,
    shellProcess: stack.children.get('shell')?.process.pid ?? 0,
    stop: async () => {
      await stack.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}
