import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { npm, runNpm, type Ran } from './npm';

/** A team in a repository outside of this one, which knows a registry, a bucket and the site's address. */
export interface OwnTeam {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  npm(...args: string[]): Promise<Ran>;
  /** The same where it is meant to fail: resolves to what it printed. */
  failing(...args: string[]): Promise<string>;
  /** Replaces a text in a file of the repository. Rejects when it is not there. */
  change(file: string, from: string, to: string): Promise<void>;
}

export function ownTeam(folder: string, env: NodeJS.ProcessEnv, signal: AbortSignal): OwnTeam {
  const options = { cwd: folder, env, signal };
  return {
    folder,
    env,
    signal,
    npm: (...args) => npm(args, options),
    failing: async (...args) => {
      const { code, output } = await runNpm(args, options);
      if (code === 0) throw new Error(`npm ${args.join(' ')} was meant to fail:\n${output}`);
      return output;
    },
    change: async (file, from, to) => {
      const text = await readFile(path.join(folder, file), 'utf8');
      if (!text.includes(from)) throw new Error(`${file} has no “${from}”`);
      await writeFile(path.join(folder, file), text.replace(from, to));
    },
  };
}

/** Commits everything in a folder, as a new repository. */
export function commit(cwd: string): void {
  const who = ['-c', 'user.name=Team', '-c', 'user.email=team@example.com'];
  const commands = [
    ['init', '-q'],
    ['add', '-A'],
    [...who, 'commit', '-q', '-m', 'first'],
  ];
  for (const args of commands) execFileSync('git', args, { cwd, stdio: 'pipe' });
}
