import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts, startStack } from '@vidlunnia/scripts';

/** The site as visitors get it; `url` does not end with a slash. */
export interface BenchSite {
  readonly url: string;
  /** Path of the newest post. */
  readonly postPath: string;
  /** Process id. */
  readonly shellProcess: number;
  stop(): Promise<void>;
}

export async function startSite(): Promise<BenchSite> {
  const data = await mkdtemp(path.join(tmpdir(), 'vidlunnia-bench-'));
  const lines: string[] = [];
  const stack = await startStack({
    environment: {
      ...process.env,
      ...(await freePorts()),
      DATA_DIR: data,
      KEYS_DIR: path.join(data, 'keys'),
      LOG_LEVEL: 'error',
      // The load generator forwards addresses of visitors.
      TRUST_PROXY: 'loopback',
      REQUESTS_PER_MINUTE: '1000000',
      RENDERS_PER_MINUTE: '1000000',
      SUBMISSIONS_PER_MINUTE: '1000000',
    },
    onLine: (folder, line) => lines.push(`[${folder}] ${line}`),
  }).catch((cause: unknown) => {
    throw new Error(`The site did not start:\n${lines.join('\n')}`, { cause });
  });
  const [post] = (await (await fetch(`${stack.url}/api/blog`)).json()) as readonly { readonly id: string }[];
  return {
    url: stack.url,
    postPath: `/blog/${encodeURIComponent(post?.id ?? '')}`,
    shellProcess: stack.children.get('shell')?.process.pid ?? 0,
    stop: async () => {
      await stack.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}
