import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ReleaseManifest } from '@vidlunnia/releases/release';
import type { RemotePackage } from '@vidlunnia/settings/topology';

/** Size of a package's files, or its limit, in bytes after gzip. */
interface Weights {
  /** The first file of the package that a page loads. */
  readonly entry?: number;
  /** All scripts of the package that a page needs immediately, without the entry. */
  readonly scripts: number;
  readonly styles: number;
  /** All font files, uncompressed: they do not compress further. */
  readonly fonts?: number;
}

/** Throws when a remote's browser build is too heavy, or has a font. Each file counts once. */
export async function checkRelease(
  { folder, budget }: Pick<RemotePackage, 'folder' | 'budget'>,
  { entry, modules }: Pick<ReleaseManifest, 'entry' | 'modules'>,
  directory: string,
): Promise<void> {
  const files = Object.values(modules);
  const all = { js: files.flatMap(({ js }) => js), css: files.flatMap(({ css }) => css) };
  const weights = { entry: await weigh(directory, [entry]), ...(await weighClient(all, directory)) };
  checkBudget(folder, weights, { entry: 8_000, ...budget });
}

/** Weighs the files that every page loads first. */
export async function weighClient(
  { js, css }: { readonly js: readonly string[]; readonly css: readonly string[] },
  directory: string,
): Promise<Weights> {
  return {
    scripts: await weigh(directory, js),
    styles: await weigh(directory, css),
    fonts: await weighFonts(directory),
  };
}

/** Weighs all fonts of a build: only the browser knows which of them a page uses. */
async function weighFonts(directory: string): Promise<number> {
  const files = await readdir(directory, { recursive: true });
  const fonts = files.filter((file) => file.endsWith('.woff2'));
  return sum(fonts.map(async (file) => (await stat(path.join(directory, file))).size));
}

const weigh = (directory: string, files: readonly string[]): Promise<number> =>
  sum(
    [...new Set(files)].map(async (file) => {
      const bytes = await readFile(path.join(directory, file));
      return (await promisify(gzip)(bytes, { level: 9 })).length;
    }),
  );

const sum = async (sizes: readonly Promise<number>[]) =>
  (await Promise.all(sizes)).reduce((total, size) => total + size, 0);

/** Throws when a package exceeds its budget: one line for every figure that is too high. */
export function checkBudget(folder: string, weights: Weights, budget: Weights): void {
  const problems = (['entry', 'scripts', 'styles', 'fonts'] as const).flatMap((kind) => {
    const [weight, allowed] = [weights[kind] ?? 0, budget[kind] ?? 0];
    const unit = kind === 'fonts' ? 'bytes' : 'bytes after gzip';
    return weight <= allowed
      ? []
      : `${folder}: ${kind} of ${amount(weight)} ${unit}, ${amount(weight - allowed)} over the budget; make them lighter, or raise it`;
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

const amount = (bytes: number) => bytes.toLocaleString('en');
