import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copySources } from '@vidlunnia/scripts';
import { makePlace, repository, type Site, startSite } from './site';
import { expect, test as base } from './test';

/** A command like in a terminal: the leader of its own process group. */
export class Command {
  /** Every printed line so far. */
  readonly lines: string[] = [];
  /** Exit code, or the signal that ended the command. */
  readonly ended: Promise<string>;
  /** Resolves when the command and its descendants have ended. */
  readonly #closed: Promise<unknown>;
  readonly #process;
  readonly #group: number;

  constructor(command: readonly [string, ...string[]], environment: NodeJS.ProcessEnv, cwd = repository) {
    const [program, ...args] = command;
    this.#process = spawn(program, args, {
      cwd,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.#group = this.#process.pid ?? 0;
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      let rest = '';
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        const lines = (rest + chunk).split('\n');
        rest = lines.pop() ?? '';
        this.lines.push(...lines.filter((line) => line !== ''));
      });
    }
    this.#closed = once(this.#process, 'close');
    this.ended = once(this.#process, 'exit').then(([code, signal]) => String(signal ?? code));
  }

  /** Waits until the output is closed. */
  async finish(): Promise<{ readonly code: string; readonly text: string }> {
    const code = await this.ended;
    await this.#closed;
    return { code, text: this.lines.join('\n') };
  }

  /** Resolves to the next matching line. */
  async line(pattern: RegExp, timeout: number): Promise<string> {
    const find = () => this.lines.find((line) => pattern.test(line));
    await expect.poll(find, { timeout, intervals: [20], message: this.lines.join('\n') }).toBeDefined();
    return find() ?? '';
  }

  /** Interrupts every process of the group, like Ctrl-C in a terminal. */
  interrupt(): void {
    process.kill(-this.#group, 'SIGINT');
  }

  /** Terminates only this process, like `kill`. */
  kill(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  /** Id of the first process in the group whose command line contains `text`. */
  find(text: string): number {
    const found = runningInGroup(this.#group).find((line) => line.includes(text));
    if (found === undefined) throw new Error(`No process of the command has “${text}” in its command line`);
    return Number.parseInt(found, 10);
  }

  /** Expects that none of its processes runs. */
  async expectNothingLeft(): Promise<void> {
    await expect.poll(() => runningInGroup(this.#group), { timeout: 15_000 }).toEqual([]);
  }

  /** Kills processes that a failed test has left. */
  cleanUp(): void {
    if (runningInGroup(this.#group).length > 0) process.kill(-this.#group, 'SIGKILL');
  }
}

interface CommandFixtures {
  /** Variables of a new site: ports from the system, an empty data folder, and new keys. */
  readonly place: Readonly<Record<string, string>>;
  /** Runs a command. Its processes end with the test. */
  readonly run: (...parameters: ConstructorParameters<typeof Command>) => Command;
  /**
   * A clone of the last commit, without packages, in an empty folder. It is not in the repository, where Node would find
   * packages.
   */
  readonly clone: string;
  /** A copy of the sources. Request it before `run`, so that commands end before the copy is removed. */
  readonly tree: string;
  /** Such a copy with build output, so that its commands have less to do. */
  readonly copy: string;
  /** Starts a site that the test may change. It ends with the test. */
  readonly startOwn: typeof startSite;
}

/** Build output that a release needs. */
const BUILT = ['.cache/types', 'shell/dist'];

/** Removes a folder in which a process may be ending. */
const remove = (folder: string) =>
  rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });

/** Tests that run commands. */
export const test = base.extend<CommandFixtures>({
  place: async ({}, use) => {
    const made = await makePlace();
    await use(made.variables);
    await made.remove();
  },
  clone: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'vidlunnia-clone-'));
    const clone = path.join(folder, 'clone');
    execFileSync('git', ['clone', '--quiet', repository, clone]);
    await use(clone);
    await remove(folder);
  },
  tree: async ({}, use) => {
    const tree = await copySources();
    await use(tree);
    await remove(tree);
  },
  copy: async ({ tree }, use) => {
    for (const folder of BUILT) {
      const from = path.join(repository, folder);
      // The folder may be missing before the first type check.
      if (existsSync(from))
        await cp(from, path.join(tree, folder), { recursive: true, preserveTimestamps: true });
    }
    await use(tree);
  },
  startOwn: async ({}, use) => {
    const sites: Site[] = [];
    await use(async (variables) => {
      const site = await startSite(variables);
      sites.push(site);
      return site;
    });
    for (const site of sites) await site.stop();
  },
  run: async ({}, use) => {
    const commands: Command[] = [];
    await use((...call) => {
      const command = new Command(...call);
      commands.push(command);
      return command;
    });
    for (const command of commands) command.cleanUp();
  },
});

export { expect };

/** Lines of every block of commands in a document, in order. */
export const commandsOf = (document: string): string[] =>
  [...readFileSync(path.join(repository, document), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(
    ([, block = '']) => block.trim().split('\n'),
  );

/** Command lines of a group's running processes, from `/proc`. Without `/proc`, one text if any process runs. */
function runningInGroup(group: number): string[] {
  if (process.platform !== 'linux')
    return attempt(() => process.kill(-group, 0), false) ? [`a process of group ${String(group)}`] : [];
  const read = (file: string) => attempt(() => readFileSync(`/proc/${file}`, 'utf8'), '');
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      const status = read(`${id}/stat`);
      // After the command's name in brackets: state, parent, group.
      const [state, , processGroup] = status.slice(status.lastIndexOf(')') + 2).split(' ');
      if (Number(processGroup) !== group || state === 'Z') return [];
      return [`${id} ${read(`${id}/cmdline`).replaceAll('\0', ' ')}`];
    });
}

/** The result of `action`, or `otherwise` if it throws. */
function attempt<Result>(action: () => Result, otherwise: Result): Result {
  try {
    return action();
  } catch {
    return otherwise;
  }
}
