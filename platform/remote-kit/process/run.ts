import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { styleText } from 'node:util';
import { reasonOf } from '@vidlunnia/settings/machine';

/** Time for a process to end by itself after a signal, before it is killed. */
const STOP_DEADLINE_MS = 12_000;

export interface RunOptions {
  readonly cwd?: string;
  /** Added to the variables of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Whether its output is forwarded immediately, or kept for the caller. */
  readonly output: 'shown' | 'kept';
  /** Milliseconds after which it is stopped. */
  readonly timeout?: number;
  /** Ends the program when it is aborted: sends `killSignal`, and SIGKILL after `stopDeadlineMs`. */
  readonly signal?: AbortSignal | undefined;
  readonly killSignal?: NodeJS.Signals;
  readonly stopDeadlineMs?: number;
}

export interface Ended {
  /** `null` when a signal ended it. */
  readonly code: number | null;
  /** All its output, if kept. */
  readonly output: string;
  /** Only its standard output. */
  readonly stdout: string;
}

/** Runs a program to its end. Rejects when it cannot be started, or after it has ended because `signal` was aborted. */
export const runProgram = (
  program: string,
  args: readonly string[],
  { env = {}, output, stopDeadlineMs = STOP_DEADLINE_MS, ...options }: RunOptions,
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...options,
      env: { ...process.env, ...env },
      stdio: output === 'shown' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      // On Windows npm is a batch file, which only a shell can run.
      shell: process.platform === 'win32' && program === 'npm',
    });
    const kept = { output: '', stdout: '' };
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        kept.output += text;
        if (stream === child.stdout) kept.stdout += text;
      });
    }
    child.once('error', (error) => {
      // It could not be started.
      if (child.pid === undefined) reject(error);
      child.once('exit', () => {
        reject(error);
      });
      setTimeout(() => child.kill('SIGKILL'), stopDeadlineMs).unref();
    });
    child.once('close', (code) => {
      resolve({ code, ...kept });
    });
  });

/** Last lines of output that are shown as the reason of a failure. */
const REASON = 50;

/** Runs a program that has to succeed. Resolves to its standard output; rejects with the end of all its output. */
export async function runToSuccess(
  program: string,
  args: readonly string[],
  options: Omit<RunOptions, 'output'> = {},
): Promise<string> {
  const { code, stdout, output } = await runProgram(program, args, { ...options, output: 'kept' });
  if (code === 0) return stdout;
  const how = code === null ? 'was ended' : `failed with ${String(code)}`;
  const reason = output.trim().split('\n').slice(-REASON).join('\n');
  throw new Error(`${[program, ...args].slice(0, 5).join(' ')} ${how}:\n${reason}`);
}

/** `runProgram` for a Node program. */
export const runNode = (args: readonly string[], options: RunOptions): Promise<Ended> =>
  runProgram(process.execPath, args, options);

/** Arguments with which Node runs a script of the package in this folder. */
export function packageScript(
  directory: string,
  name: string,
): { readonly args: string[]; readonly cwd: string } {
  const npm = process.env['npm_execpath'];
  if (npm === undefined) throw new Error('Run this with npm: it needs the scripts of package.json');
  return { args: [npm, 'run', '--silent', name], cwd: directory };
}

export interface ChildOptions {
  readonly name: string;
  readonly cwd: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Called with every line that the process prints. */
  readonly onLine: (line: string) => void;
}

/** A process of the site. */
export interface Child {
  readonly name: string;
  readonly process: ChildProcess;
  /** Resolves when the process has ended and all its output has arrived; the text says how it ended. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

export function startChild({ name, cwd, args, env, onLine }: ChildOptions): Child {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => {
      if (line.trim() !== '') onLine(line);
    });
  }
  const ended = once(child, 'close').then(([code, signal]) =>
    signal ? `signal ${String(signal)}` : `code ${String(code)}`,
  );
  return {
    name,
    process: child,
    ended,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), STOP_DEADLINE_MS);
      await ended;
      clearTimeout(force);
    },
  };
}

interface Waiting {
  readonly deadlineMs: number;
  /** Pause between two checks: each takes processor time, which the starting process needs too. */
  readonly intervalMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Resolves when `obstacle` returns `null`; until then, it returns the reason to wait. Rejects past the deadline with
 * the last obstacle, and when `signal` is aborted.
 */
export async function until(
  obstacle: () => Promise<string | null>,
  { deadlineMs, intervalMs = 75, signal }: Waiting,
): Promise<void> {
  const end = Date.now() + deadlineMs;
  for (let reason = await obstacle(); reason !== null; reason = await obstacle()) {
    signal?.throwIfAborted();
    if (Date.now() > end) throw new Error(`After ${String(deadlineMs / 1000)} s, ${reason}`);
    await pause(intervalMs);
  }
}

/** Resolves when `url` answers with success; rejects as `until` does. */
export const untilAnswers = (url: string, deadlineMs: number, signal?: AbortSignal): Promise<void> =>
  until(
    async () => {
      try {
        const response = await fetch(url, {
          signal: AbortSignal.any([AbortSignal.timeout(5_000), ...(signal ? [signal] : [])]),
        });
        await response.arrayBuffer();
        return response.ok ? null : `${url} gives no good answer: status ${String(response.status)}`;
      } catch (error) {
        return `${url} gives no good answer: ${reasonOf(error)}`;
      }
    },
    { deadlineMs, signal },
  );

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];
const ERROR_LEVEL = 50;

/** A log entry of a server: one JSON object per line (pino). */
interface Entry {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
}

/** Fields that are shown in another way or only useful to programs. */
const LEFT_OUT = new Set(['level', 'time', 'msg', 'err', 'pid', 'hostname', 'reqId', 'times']);

/**
 * Formats a line from a part of the site for people: time, part, level, message. Errors are red if the terminal has
 * colours and NO_COLOR is unset. A line that is not a log entry is unchanged.
 */
export function logLine(part: string, line: string): string {
  const entry = parseEntry(line);
  if (!entry) return `[${part}] ${line}`;
  const { level, time, msg = '', err: { message = '', stack = '' } = {} } = entry;
  const sentence = msg.includes(message) ? msg : `${msg}: ${message}`;
  const fields = Object.entries(entry)
    .filter(([name, value]) => !LEFT_OUT.has(name) && typeof value !== 'object')
    .map(([name, value]) => ` ${name}=${String(value)}`);
  const name = LEVELS[level / 10 - 1] ?? String(level);
  const head = `${new Date(time).toTimeString().slice(0, 8)} [${part}] ${name}: ${sentence}${fields.join('')}`;
  const frames = stack.split('\n').filter((frame) => /^\s+at /.test(frame));
  const text = [head, ...frames].join('\n');
  return level >= ERROR_LEVEL ? styleText('red', text, { stream: process.stdout }) : text;
}

function parseEntry(line: string): Entry | null {
  try {
    const entry = JSON.parse(line) as Partial<Entry> | null;
    return typeof entry?.level === 'number' && typeof entry.time === 'number' ? (entry as Entry) : null;
  } catch {
    return null;
  }
}
