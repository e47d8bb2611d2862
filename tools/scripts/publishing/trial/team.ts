import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { runProgram } from '@vidlunnia/remote-kit/process/run';

/** Milliseconds for a command. */
const DEADLINE = 900_000;

/** Abort it to end the running command, so that an interruption leaves no process. */
export const over = new AbortController();

/** Every npm command so far, as typed. */
export const ran: string[] = [];

/** Runs npm to its end; returns its output. Rejects with the output when the exit code is not `code`. */
export async function npm(cwd: string, env: NodeJS.ProcessEnv, args: readonly string[], code = 0) {
  const command = ['npm', ...args].join(' ');
  ran.push(command);
  const options = { cwd, env, output: 'kept', timeout: DEADLINE, signal: over.signal } as const;
  const ended = await runProgram('npm', args, options);
  expect(ended.code, `${command}\n${ended.output}`).toBe(code);
  return ended.output;
}

export type Team = ReturnType<typeof teamIn>;

/** A team with an external repository, which knows a registry, a bucket and the site's address. */
export const teamIn = (folder: string, env: NodeJS.ProcessEnv) => ({
  folder,
  env,
  npm: (...args: readonly string[]) => npm(folder, env, args),
  /** The same for a command that has to fail. */
  failing: (...args: readonly string[]) => npm(folder, env, args, 1),
  /** Commits everything, to a new repository. */
  commit: () => {
    const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder });
    git('init', '-q');
    git('add', '-A');
    git('-c', 'user.name=Team', '-c', 'user.email=team@example.com', 'commit', '-q', '-m', 'first');
  },
  change: (file: string, from: string, to: string) => change(path.join(folder, file), from, to),
});

/** Replaces a text in a file. Rejects when the file does not contain it. */
export async function change(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`${file} has no ${from}`);
  await writeFile(file, changed);
}
