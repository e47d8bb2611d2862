import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { replaceFile } from '@vidlunnia/settings/machine';
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

/**
 * A compiler for development that keeps its modules in memory. Returns a function that builds all configurations one
 * after another and rejects as `runWebpack` does. If a file is saved meanwhile, only one build may have it: the caller
 * builds again after each save.
 */
export function keepWebpack(configs: Configuration[]): () => Promise<Stats[]> {
  const kept = configs.map((config): Configuration => ({ ...config, cache: { type: 'memory' } }));
  const compiler = webpack(Object.assign(kept, { parallelism: 1 }));
  return () => run(compiler);
}

const report = (stats: MultiStats) =>
  stats.toString({ all: false, errors: true, warnings: true, colors: false });

/** Replaces a JSON file atomically: readers never see a part of it. */
export async function writeJson(file: string, value: unknown): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await replaceFile(file, `${JSON.stringify(value, null, 2)}\n`);
}

/** Kinds of files that compress well; fonts and bitmaps are already compressed. */
const COMPRESSIBLE = /\.(?:js|css|svg)$/;
/** Smaller files, in bytes, fit into one packet even uncompressed. */
const WORTHWHILE = 1_024;

const encodings: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  '.br': (bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  '.gz': (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

/** Writes compressed copies next to every file worth it: `x.js.br` (at the highest level) and `x.js.gz`. */
export async function precompress(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name));
  await Promise.all(files.map((entry) => compressCopies(path.join(entry.parentPath, entry.name))));
}

async function compressCopies(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < WORTHWHILE) return;
  const copies = Object.entries(encodings).map(async ([ending, compress]) => {
    await writeFile(file + ending, await compress(bytes));
  });
  await Promise.all(copies);
}
