import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { atLeast, interleave, median, type Figure } from '../figure';
import type { Program } from '../servers/program';

/** In bytes; large, because a report of Lighthouse contains screenshots. */
const MAX_REPORT = 64 * 1024 * 1024;

/** Runs a program of `tools`; resolves to the JSON that it prints. */
export async function runTool(program: string, ...args: readonly string[]): Promise<unknown> {
  const command = [path.join(repositoryRoot(), 'tools', program), ...args];
  const { stdout } = await promisify(execFile)(process.execPath, command, { maxBuffer: MAX_REPORT });
  return JSON.parse(stdout);
}

/** Concurrent connections of a load. */
const CONNECTIONS = 20;

/** The used part of autocannon's result. */
interface Load {
  readonly errors: number;
  readonly timeouts: number;
  readonly non2xx: number;
  readonly requests: { readonly average: number; readonly total: number };
  readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
}

interface LoadOptions {
  readonly seconds: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent by POST. */
  readonly body?: string;
  /** Number of visitors, each with its own address, and the path prefixes that they request in turn. */
  readonly visitors?: { readonly count: number; readonly paths: readonly string[] };
}

/** Loads an address with autocannon. */
export const load = async (url: string, { seconds, body, ...options }: LoadOptions): Promise<Load> =>
  (await runTool(
    'bench/measure/load.mjs',
    JSON.stringify({
      ...options,
      url,
      duration: seconds,
      connections: CONNECTIONS,
      ...(body !== undefined && { method: 'POST', body }),
    }),
  )) as Load;

/** Requests per second compared with a bare server, which gets the same requests in turn and is then stopped. */
export async function compareRates(
  name: string,
  rounds: number,
  site: string,
  bare: Program,
  options: LoadOptions,
): Promise<Figure> {
  try {
    const rates = await interleave(rounds, {
      site: () => rateOf(site, options),
      bare: () => rateOf(bare.url, options),
    });
    return {
      name,
      measured: median(rates.site.map((rate, round) => rate / (rates.bare[round] ?? NaN))),
      unit: '×',
      target: atLeast(0.5),
      detail: `${median(rates.site).toFixed(0)} to ${median(rates.bare).toFixed(0)} per second, ${String(CONNECTIONS)} connections`,
    };
  } finally {
    await bare.stop();
  }
}

async function rateOf(url: string, options: LoadOptions): Promise<number> {
  const { errors, timeouts, non2xx, requests } = await load(url, options);
  if (errors + timeouts + non2xx > 0)
    throw new Error(`${url}: ${String(errors + timeouts + non2xx)} requests failed`);
  return requests.average;
}
