import path from 'node:path';
import { repositoryRoot } from '../../environment/repository';
import type { Package } from '../../environment/topology';
import { startChild, type Child } from '../../process/child';
import { say } from '../../process/say';

/** A server's process that takes its place again with every build. */
export interface ServerChild {
  /** `instead` is another program, by its whole path. */
  restart(instead?: string): Promise<void>;
  stop(): Promise<void>;
}

/** `program` is relative to the package's folder. After `signal` nothing is started any more. */
export function serverChild(
  pkg: Package,
  program: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): ServerChild {
  let child: Child | undefined;
  return {
    async restart(instead) {
      await child?.stop();
      if (signal.aborted) return;
      child = startChild({
        name: pkg.folder,
        cwd: path.join(repositoryRoot, pkg.folder),
        args: ['--enable-source-maps', instead ?? program],
        env,
        onLine: say,
      });
    },
    async stop() {
      await child?.stop();
    },
  };
}
