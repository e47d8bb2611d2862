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

interface Watch {
  /** Folders in which every change is one, beside the files that webpack reads. */
  readonly folders?: readonly string[];
  /** Gets the reports of one round of builds, all without a problem. The next round waits for it. */
  readonly onBuilt?: (builds: readonly Stats[]) => Promise<void>;
  /** Gets what has to be fixed: webpack's own report, or why `onBuilt` rejected; `null` when nothing has to. */
  readonly onProblem: (problem: string | null) => void;
}

/**
 * Builds now and after every change. All configurations are built in each round, one after another, so that they are of
 * the same sources; the cache makes that cheap. Returns what ends it.
 */
export function watchWebpack(
  configs: Configuration[],
  { folders = [], onBuilt, onProblem }: Watch,
): () => Promise<void> {
  const compiler = webpack(
    configs.map((config, index): Configuration => {
      const before = configs[index - 1]?.name;
      return {
        ...config,
        cache: { type: 'memory' },
        ...(before !== undefined && { dependencies: [before] }),
      };
    }),
  );
  const [first] = compiler.compilers;
  first?.hooks.afterCompile.tap('Watch', ({ contextDependencies }) => {
    for (const folder of folders) contextDependencies.add(folder);
  });
  let builds: Stats[] = [];
  const finish = async () => {
    const failed = builds.find((stats) => stats.hasErrors() || stats.hasWarnings());
    if (failed) throw new Error(report(failed));
    await onBuilt?.(builds);
  };
  for (const [index, child] of compiler.compilers.entries()) {
    child.hooks.done.tapPromise('Watch', async (stats) => {
      builds = [...builds.slice(0, index), stats];
      if (builds.length < compiler.compilers.length) return;
      await finish().then(
        () => {
          onProblem(null);
        },
        (error: unknown) => {
          onProblem(error instanceof Error ? error.message : String(error));
        },
      );
    });
  }
  compiler.watch({ aggregateTimeout: 20, ignored: ['**/node_modules', '**/dist'] }, (failure) => {
    if (failure) onProblem(failure.message);
  });
  return () => close(compiler);
}

const report = (stats: MultiStats | Stats) =>
  stats.toString({ all: false, errors: true, warnings: true, colors: false });
