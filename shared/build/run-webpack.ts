import webpack, { type Configuration, type MultiStats, type Stats } from 'webpack';

/** Runs webpack builds one after another, each with its report. Rejects with webpack's own report when there are errors or warnings. */
export const runWebpack = (configs: Configuration[]): Promise<Stats[]> =>
  new Promise((resolve, reject) => {
    const compiler = webpack(configs);
    compiler.run((failure, stats) => {
      compiler.close(() => {
        if (failure) reject(failure);
        else if (!stats) reject(new Error('webpack finished without a report'));
        else if (stats.hasErrors() || stats.hasWarnings()) reject(new Error(report(stats)));
        else resolve(stats.stats);
      });
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
  return () =>
    new Promise((resolve) => {
      compiler.close(() => {
        resolve();
      });
    });
}

const report = (stats: MultiStats) =>
  stats.toString({ all: false, errors: true, warnings: true, colors: false });
