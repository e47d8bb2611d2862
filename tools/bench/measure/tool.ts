import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '@vidlunnia/settings/machine';

/** In bytes; large, because a report of Lighthouse contains screenshots. */
const MAX_REPORT = 64 * 1024 * 1024;

/** Runs a program of `tools`; resolves to the JSON that it prints. */
export async function runTool(program: string, ...args: readonly string[]): Promise<unknown> {
  const command = [path.join(repositoryRoot(), 'tools', program), ...args];
  const { stdout } = await promisify(execFile)(process.execPath, command, { maxBuffer: MAX_REPORT });
  return JSON.parse(stdout);
}

/** Concurrent connections of a load. */
export const CONNECTIONS = 20;

/** The used part of autocannon's result. */
interface Load {
  readonly errors: number;
  readonly timeouts: number;
  readonly non2xx: number;
  readonly requests: { readonly average: number };
  readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
}

interface LoadOptions {
  readonly seconds: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Number of visitors, each with its own address, and the path prefixes that they request in turn. */
  readonly visitors?: { readonly count: number; readonly paths: readonly string[] };
}

/** Loads an address with autocannon. */
export const load = async (url: string, { seconds, ...options }: LoadOptions): Promise<Load> =>
  (await runTool(
    'bench/measure/load.mjs',
    JSON.stringify({
      ...options,
      url,
      duration: seconds,
      connections: CONNECTIONS,
    }),
  )) as Load;
