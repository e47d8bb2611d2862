import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '@vidlunnia/remote-kit/process/repository';

const TOOLS = path.join(repositoryRoot(), 'tools');
/** Bytes; a report of Lighthouse has its screenshots in it. */
const LONGEST_REPORT = 64 * 1024 * 1024;

export interface RunningTool {
  /** The JSON that the program prints at its end. */
  readonly result: Promise<unknown>;
  /** As Ctrl-C does. */
  readonly interrupt: () => void;
}

/** Starts a program of `tools`, whose packages `npm run bench` installs. */
export function startTool(program: string, ...args: readonly string[]): RunningTool {
  const command = [path.join(TOOLS, program), ...args];
  const running = promisify(execFile)(process.execPath, command, { maxBuffer: LONGEST_REPORT });
  const end = () => running.child.kill();
  process.once('exit', end);
  running.child.once('exit', () => process.off('exit', end));
  return {
    result: running.then(({ stdout }): unknown => JSON.parse(stdout)),
    interrupt: () => {
      running.child.kill('SIGINT');
    },
  };
}
