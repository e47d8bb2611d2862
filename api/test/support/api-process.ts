import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { packageRoot } from '../../src/config/package-root';
import type { Token } from './build';

/** A command of the API in its own process. */
export interface ApiProcess {
  readonly child: ChildProcess;
  /** All output so far. */
  output(): string;
  /** Resolves with the first matching line, earlier or later. */
  line(pattern: RegExp): Promise<string>;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<unknown>;
}

/** Runs a command of the built API with its own environment, from the package or a copy of it. */
export function run(args: string[], environment: Record<string, string>, folder = packageRoot): ApiProcess {
  const child = spawn(process.execPath, ['dist/main.js', ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], API_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const watchers = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => {
      lines.push(line);
      for (const watcher of watchers) watcher();
    });
  }
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => code ?? signal);
  return {
    child,
    ended,
    output: () => lines.join('\n'),
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const found = lines.find((line) => pattern.test(line));
          if (found !== undefined) resolve(found);
        };
        watchers.add(check);
        check();
        void ended.then(() => {
          reject(new Error(`It ended without ${String(pattern)}:\n${lines.join('\n')}`));
        });
      }),
  };
}

/** Starts the API; resolves with its origin when it listens. */
export async function serve(
  environment: Record<string, string>,
  folder = packageRoot,
): Promise<ApiProcess & { origin: string }> {
  const started = run(['serve'], environment, folder);
  const line = await started.line(/Server listening at/);
  return { ...started, origin: /http:\/\/[\d.:]+/.exec(line)?.[0] ?? '' };
}

/** Proof that a form was rendered. A token requested by a program on this machine is valid at once. */
export const tokenOf = async ({ origin }: { readonly origin: string }) =>
  (await (await fetch(`${origin}/api/form-token`)).json()) as Token;
