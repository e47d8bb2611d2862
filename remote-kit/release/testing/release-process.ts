import { EventEmitter, once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach } from '@jest/globals';
import type { Environment } from '../../environment/read-settings';
import { startChild } from '../../process/child';
import { SOURCES_VARIABLE, type SampleSources } from './sample-sources';

export interface ReleaseProcess {
  readonly id: number;
  /** Every line that it has printed. */
  readonly lines: readonly string[];
  /** Waits for a line that matches. Rejects when the process ends without one. */
  line(pattern: RegExp): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  /** Resolves when all is printed, to its exit code or the signal that ended it. */
  readonly ended: Promise<string>;
}

const started = new Set<ReleaseProcess>();
afterEach(async () => {
  for (const each of started) each.kill('SIGKILL');
  await Promise.all([...started].map(({ ended }) => ended));
  started.clear();
});

/** Starts the blog team's release command on sample sources, in a process of its own that ends with the test. */
export function startRelease(
  folder: string,
  sources: SampleSources,
  environment: Environment,
): ReleaseProcess {
  // A team is known by the package in whose folder its command runs.
  const cwd = path.join(folder, 'mfe-blog');
  mkdirSync(cwd, { recursive: true });
  writeFileSync(path.join(cwd, 'package.json'), JSON.stringify({ vidlunnia: { remote: 'blog' } }));
  const lines: string[] = [];
  const printed = new EventEmitter();
  const child = startChild({
    name: 'release',
    cwd,
    args: ['--import', require.resolve('tsx'), path.join(__dirname, 'sample-release-command.ts')],
    env: { ...process.env, ...environment, [SOURCES_VARIABLE]: JSON.stringify(sources) },
    onLine: (line) => {
      lines.push(line);
      printed.emit('line');
    },
  });
  const ended = once(child.process, 'close').then(([code, signal]) => String(signal ?? code));
  const release: ReleaseProcess = {
    id: child.process.pid ?? 0,
    lines,
    line: async (pattern) => {
      while (!lines.some((line) => pattern.test(line))) {
        const end = ended.then((how) => {
          throw new Error(`It ended, ${how}, without ${String(pattern)}:\n${lines.join('\n')}`);
        });
        await Promise.race([once(printed, 'line'), end]);
      }
    },
    kill: (signal) => child.process.kill(signal),
    ended,
  };
  started.add(release);
  return release;
}
