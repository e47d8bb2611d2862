import webpack, { type Configuration, type MultiCompiler, type MultiStats, type Stats } from 'webpack';

/** Runs webpack builds one after another, each with its report. Rejects with webpack's own report when there are errors or warnings. */
export async function runWebpack(configs: Configuration[]): Promise<Stats[]> {
  const compiler = webpack(configs);
  try {
    return await run(compiler);
  } finally {
    await close(compiler);
  }
}

/**
 * Development only: `runWebpack` that keeps its compiler, and in memory what that has parsed and generated, so that a
 * build after the first one makes only what has changed. It goes on with the first configurations, whatever it is given.
 */
export function keptWebpack(): typeof runWebpack {
  let compiler: MultiCompiler | undefined;
  return (configs) => {
    compiler ??= webpack(configs.map((config): Configuration => ({ ...config, cache: { type: 'memory' } })));
    return run(compiler);
  };
}

const run = (compiler: MultiCompiler) =>
  new Promise<Stats[]>((resolve, reject) => {
    compiler.run((failure, stats) => {
      if (failure) reject(failure);
      else if (!stats) reject(new Error('webpack finished without a report'));
      else if (stats.hasErrors() || stats.hasWarnings()) reject(new Error(report(stats)));
      else resolve(stats.stats);
    });
  });

const close = (compiler: MultiCompiler) =>
  new Promise<void>((resolve) => {
    compiler.close(() => {
      resolve();
    });
  });

/** Builds after every change, the first time at once. `onProblem` gets webpack's own report. Returns what ends it. */
export function watchWebpack(
  configs: Configuration[],
  onProblem: (report: string) => void,
): () => Promise<void> {
  const compiler = webpack(configs);
  compiler.watch({}, (failure, stats) => {
    if (failure) onProblem(failure.message);
    else if (stats?.hasErrors()) onProblem(report(stats));
  });
  return () => close(compiler);
}

const report = (stats: MultiStats) =>
  stats.toString({ all: false, errors: true, warnings: true, colors: false });
