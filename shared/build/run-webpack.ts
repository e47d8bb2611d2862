import webpack, { type Configuration, type Stats } from 'webpack';

/** Runs one webpack build. Rejects with webpack's own report when there are errors or warnings. */
export const runWebpack = (config: Configuration): Promise<Stats> =>
  new Promise((resolve, reject) => {
    const compiler = webpack(config);
    compiler.run((failure, stats) => {
      compiler.close(() => {
        if (failure) reject(failure);
        else if (!stats) reject(new Error('webpack finished without a report'));
        else if (stats.hasErrors() || stats.hasWarnings()) reject(new Error(report(stats)));
        else resolve(stats);
      });
    });
  });

const report = (stats: Stats) => stats.toString({ all: false, errors: true, warnings: true, colors: false });
