import { promisify } from 'node:util';
import webpack, { type Configuration, type MultiCompiler, type MultiStats, type Stats } from 'webpack';

/** Runs webpack builds one after another, each with its report. Rejects with webpack's own report when there are errors or warnings. */
export async function runWebpack(configs: Configuration[]): Promise<Stats[]> {
  const compiler = webpack(configs);
  try {
    const stats = await promisify(compiler.run.bind(compiler))();
    if (!stats) throw new Error('webpack finished without a report');
    if (stats.hasErrors() || stats.hasWarnings()) throw new Error(report(stats));
    return stats.stats;
  } finally {
    await close(compiler);
  }
}

const close = (compiler: MultiCompiler) => promisify(compiler.close.bind(compiler))();

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
 *
 * webpack watches for each configuration by itself: a file that changes during a round may be in one build and not in
 * the other.
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
  const last = compiler.compilers.length - 1;
  let finishing: Promise<void> = Promise.resolve();
  let round = 0;
  let finished = 0;
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
    let ownRound = 0;
    child.hooks.watchRun.tapPromise('Watch', async () => {
      // It would write over what is being published.
      await finishing;
      if (child === first) round += 1;
      ownRound = round;
    });
    child.hooks.done.tap('Watch', (stats) => {
      builds = [...builds.slice(0, index), stats];
      if (index < last) return;
      // The first one is ahead: this one follows.
      if (ownRound < round) return;
      // This one alone saw a change.
      if (ownRound === finished) {
        first?.watching?.invalidate();
        return;
      }
      finished = round;
      // Not awaited: webpack would not notice what is saved meanwhile in a folder.
      finishing = finish().then(
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
  return async () => {
    await close(compiler);
    await finishing;
  };
}

const report = (stats: MultiStats | Stats) =>
  stats.toString({ all: false, errors: true, warnings: true, colors: false });
