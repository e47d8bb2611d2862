import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach } from '@jest/globals';
import type { Environment } from '@vidlunnia/settings';
import { startChild, type Child } from '../../process/run';
import type { Scripts } from './sample-release';

/** Sources for a release in another process. */
export interface SampleSources {
  readonly version: string;
  readonly scripts?: Scripts;
  /** File of the release whose reading never ends. */
  readonly stuckAt?: string;
}

const started = new Set<Child>();
afterEach(async () => {
  for (const each of started) each.process.kill('SIGKILL');
  await Promise.all([...started].map(({ ended }) => ended));
  started.clear();
});

/**
 * Runs the blog team's release command on sample sources, in a process that ends with the test; `lines` has its output.
 */
export function startRelease(
  folder: string,
  sources: SampleSources,
  environment: Environment,
): Child & { readonly lines: readonly string[] } {
  // The command finds its team by the package in its working folder.
  const cwd = path.join(folder, 'mfe-blog');
  mkdirSync(cwd, { recursive: true });
  writeFileSync(path.join(cwd, 'package.json'), JSON.stringify({ vidlunnia: { remote: 'blog' } }));
  const lines: string[] = [];
  const child = startChild({
    name: 'release',
    cwd,
    args: ['--import', require.resolve('tsx'), path.join(__dirname, 'sample-release-command.ts')],
    env: { ...process.env, ...environment, SAMPLE_SOURCES: JSON.stringify(sources) },
    onLine: (line) => lines.push(line),
  });
  started.add(child);
  return { ...child, lines };
}
