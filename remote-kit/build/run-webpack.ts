import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import webpack, { type Configuration, type MultiCompiler, type MultiStats, type Stats } from 'webpack';
import type { Build } from './webpack/base-config';

/** Loads the webpack configuration of a remote. Throws when `webpack.config.ts` exports none. */
export function loadConfig(directory: string): (build: Build) => Configuration[] {
  const file = path.join(directory, 'webpack.config.ts');
  // `import()` loads no TypeScript here, and `require` only with tsx.
  const require = createRequire(__filename);
  require('tsx/cjs');
  const { default: configure } = require(file) as {
    readonly default?: (build: Build) => Configuration[];
  };
  if (typeof configure !== 'function') throw new Error(`${file} exports no configuration`);
  return configure;
}

/**
 * Runs webpack builds and returns their reports. Rejects with webpack's own report when there are errors or warnings.
 */
export async function runWebpack(configs: Configuration[]): Promise<Stats[]> {
  const compiler = webpack(configs);
  try {
    return await run(compiler);
  } finally {
    await promisify(compiler.close.bind(compiler))();
  }
}

async function run(compiler: MultiCompiler): Promise<Stats[]> {
  const stats = await promisify(compiler.run.bind(compiler))();
  if (!stats) throw new Error('webpack finished without a report');
  if (stats.hasErrors() || stats.hasWarnings()) throw new Error(report(stats));
  return stats.stats;
}

/** Time by which a file's timestamp may lag behind the clock. */
const CLOCK_LAG_MS = 10;

/**
 * A compiler for development that keeps its modules in memory. Returns a function that builds all configurations one
 * after another, from the same sources, and rejects as `runWebpack` does.
 */
export function keepWebpack(configs: Configuration[]): () => Promise<Stats[]> {
  const compiler = webpack(
    Object.assign(
      configs.map((config): Configuration => ({ ...config, cache: { type: 'memory' } })),
      { parallelism: 1 },
    ),
  );
  return async () => {
    for (;;) {
      const started = Date.now() - CLOCK_LAG_MS;
      const builds = await run(compiler);
      // A file that was saved meanwhile may be in one build and not in the other.
      if (!builds.some((build) => readsFileSavedSince(build, started))) return builds;
    }
  };
}

const readsFileSavedSince = ({ compilation }: Stats, since: number): boolean =>
  [...compilation.fileDependencies].some((file) => {
    const saved = file.includes('node_modules') ? undefined : statSync(file, { throwIfNoEntry: false });
    return saved !== undefined && saved.mtimeMs >= since && saved.mtimeMs <= Date.now();
  });

const report = (stats: MultiStats) =>
  stats.toString({ all: false, errors: true, warnings: true, colors: false });
