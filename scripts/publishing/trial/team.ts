import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { runProgram } from '@vidlunnia/remote-kit/process/run-program';

/** Milliseconds for a command. */
const DEADLINE = 900_000;

/** Aborted, it ends the command that runs: an interruption leaves none. */
export const over = new AbortController();

/** Every command of npm so far, as it is typed. */
export const ran: string[] = [];

/** Runs npm to its end; gives what it printed. Rejects with that when it does not end with `code`. */
export async function npm(cwd: string, env: NodeJS.ProcessEnv, args: readonly string[], code = 0) {
  const command = ['npm', ...args].join(' ');
  ran.push(command);
  const options = { cwd, env, output: 'kept', timeout: DEADLINE, signal: over.signal } as const;
  const ended = await runProgram('npm', args, options);
  expect(ended.code, `${command}\n${ended.output}`).toBe(code);
  return ended.output;
}

/** A team in a repository outside of this one, which knows a registry, a bucket and the site's address. */
export class Team {
  constructor(
    readonly folder: string,
    readonly env: NodeJS.ProcessEnv,
  ) {}

  npm(...args: readonly string[]): Promise<string> {
    return npm(this.folder, this.env, args);
  }

  /** The same where it is meant to fail. */
  failing(...args: readonly string[]): Promise<string> {
    return npm(this.folder, this.env, args, 1);
  }

  /** Commits everything, as a new repository. */
  commit(): void {
    const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: this.folder });
    git('init', '-q');
    git('add', '-A');
    git('-c', 'user.name=Team', '-c', 'user.email=team@example.com', 'commit', '-q', '-m', 'first');
  }

  /** Replaces a text in a file of the repository. */
  change(file: string, from: string | RegExp, to: string): Promise<void> {
    return change(path.join(this.folder, file), from, to);
  }
}

/** Replaces a text in a file. Rejects when it is not there. */
export async function change(file: string, from: string | RegExp, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`${file} has no ${String(from)}`);
  await writeFile(file, changed);
}
