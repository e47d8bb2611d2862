import { watchWebpack } from '../build/run-webpack';
import { runNode } from '../process/run-program';
import type { TellProblem } from './problems';

interface Options {
  /** Arguments to Node that run the compiler. */
  readonly args: readonly string[];
  readonly cwd: string;
  /** Folders of the sources. */
  readonly folders: readonly string[];
  readonly tell: TellProblem;
  readonly signal: AbortSignal;
}

/**
 * Checks types after every change; builds do not wait for it. webpack watches, since TypeScript 7.0.2 notices no change by
 * itself. Returns what ends it.
 */
export const checkTypes = ({ args, cwd, folders, tell, signal }: Options): (() => Promise<void>) =>
  watchWebpack([{ name: 'types', mode: 'none', entry: {} }], {
    folders,
    onBuilt: async () => {
      const { code, output } = await runNode(args, { cwd, output: 'kept', signal });
      if (code !== 0) throw new Error(output);
    },
    onProblem: tell,
  });
