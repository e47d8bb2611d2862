import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { packageRoot } from '../../src/package-root';

export type StartedProgram = ReturnType<typeof startProgram>;

/** Starts a program. `ended` resolves with its exit code, or the signal that ended it. */
export function startProgram(program: string, args: readonly string[], options: SpawnOptions) {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  const watchers = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => {
      lines.push(line);
      for (const watcher of watchers) watcher();
    });
  }
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => code ?? signal);
  /** Resolves with the first matching line of its output, earlier or later. */
  const line = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const check = () => {
        const found = lines.find((each) => pattern.test(each));
        if (found !== undefined) resolve(found);
      };
      watchers.add(check);
      check();
      const miss = () => new Error(`It ended without ${String(pattern)}:\n${lines.join('\n')}`);
      ended.then(() => Promise.reject(miss())).catch(reject);
    });
  return { child, ended, line, output: () => lines.join('\n') };
}

/** Runs a command of the built API with its own environment. */
export const run = (args: readonly string[], environment: Record<string, string>, cwd = tmpdir()) =>
  startProgram(process.execPath, [join(packageRoot, 'dist/main.js'), ...args], {
    // Outside of the repository, whose settings are not for tests.
    cwd,
    env: { PATH: process.env['PATH'], API_PORT: '0', ...environment },
  });

/** Starts the API; resolves with its origin when it listens. */
export async function serve(environment: Record<string, string>) {
  const started = run(['serve'], environment);
  const line = await started.line(/Server listening at/);
  return { ...started, origin: /http:\/\/[\d.:]+/.exec(line)?.[0] ?? '' };
}

/** Proof that a form was rendered. A token requested by a program on this machine is valid at once. */
export const tokenOf = async ({ origin }: { readonly origin: string }) =>
  (await (await fetch(`${origin}/api/form-token`)).json()) as object;
