import { promisify } from 'node:util';
import webpack, { type Configuration, type MultiCompiler, type MultiStats, type Stats } from 'webpack';

/**
 * Runs webpack builds one after another and returns their reports. Rejects with webpack's own report when there are
 * errors or warnings.
 */
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
  /** Folders to watch in addition to the files that webpack reads. */
  readonly folders?: readonly string[];
  /** Called after each round without problems; the next round waits for it. */
  readonly onBuilt?: (builds: readonly Stats[]) => Promise<void>;
  /** Called with webpack's own report or the reason why `onBuilt` rejected; with `null` when there is no problem. */
  readonly onProblem: (problem: string | null) => void;
}

/**
 * Builds now and after every change. Each round builds all configurations one after another, so that they have the same
 * sources; the cache makes that cheap. Returns a function that stops it.
 *
 * webpack watches each configuration separately: a file that changes during a round may be in one build and not in the
 * other.
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
      // It would overwrite files that are being published.
      await finishing;
      if (child === first) round += 1;
      ownRound = round;
    });
    child.hooks.done.tap('Watch', (stats) => {
      builds = [...builds.slice(0, index), stats];
      if (index < last) return;
      // The first configuration is ahead: this one follows.
      if (ownRound < round) return;
      // Only this configuration saw a change.
      if (ownRound === finished) {
        first?.watching?.invalidate();
        return;
      }
      finished = round;
      // Not awaited: webpack would miss changes that are saved in a folder meanwhile.
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
