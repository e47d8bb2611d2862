import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ReleaseManifest } from '@vidlunnia/contracts/release';
import type { RemotePackage } from '@vidlunnia/settings/topology';

/** Size of a package's files, or its limit, in bytes after gzip. */
interface Weights {
  /** The first file of the package that a page loads. */
  readonly entry?: number;
  /** All scripts of the package that a page needs at once, without the entry. */
  readonly scripts: number;
  readonly styles: number;
  /** All font files, uncompressed: they do not compress further. */
  readonly fonts?: number;
}

/** A remote's own budget, with the same 8 KB entry for every remote. */
const budgetOf = ({ budget }: Pick<RemotePackage, 'budget'>): Weights => ({ entry: 8_000, ...budget });

/** Throws when a remote's browser build is too heavy, or has a font. Modules are added up; each file counts once. */
export async function checkRelease(
  remote: Pick<RemotePackage, 'folder' | 'budget'>,
  { entry, modules }: Pick<ReleaseManifest, 'entry' | 'modules'>,
  directory: string,
): Promise<void> {
  const files = Object.values(modules);
  const all = { js: files.flatMap(({ js }) => js), css: files.flatMap(({ css }) => css) };
  const weights = { entry: await weigh(directory, [entry]), ...(await weighClient(all, directory)) };
  const byModule = await Promise.all(
    Object.entries(modules).map(async ([name, { js }]) => [name, await weigh(directory, js)] as const),
  );
  byModule.sort(([, one], [, other]) => other - one);
  checkBudget(remote.folder, weights, budgetOf(remote), byModule);
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

/** All fonts of a build: only the browser knows which of them a page uses. */
async function weighFonts(directory: string): Promise<number> {
  const files = await readdir(directory, { recursive: true });
  const fonts = files.filter((file) => file.endsWith('.woff2'));
  const sizes = await Promise.all(fonts.map(async (file) => (await stat(path.join(directory, file))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function weigh(directory: string, files: readonly string[]): Promise<number> {
  const sizes = [...new Set(files)].map(
    async (file) => (await promisify(gzip)(await readFile(path.join(directory, file)), { level: 9 })).length,
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Throws when a package exceeds its budget: one line for every figure that is too high, with the modules by weight. */
export function checkBudget(
  folder: string,
  weights: Weights,
  budget: Weights,
  modules: readonly (readonly [name: string, weight: number])[] = [],
): void {
  const problems = (['entry', 'scripts', 'styles', 'fonts'] as const).flatMap((kind) => {
    const [weight, allowed] = [weights[kind] ?? 0, budget[kind] ?? 0];
    if (weight <= allowed) return [];
    const unit = kind === 'fonts' ? 'bytes' : 'bytes after gzip';
    return [
      `${folder}: ${kind} of ${amount(weight)} ${unit}, ${amount(weight - allowed)} over the budget; make them lighter, or raise it`,
      ...(kind === 'scripts' ? modules.map(([name, each]) => `  ${name}: ${amount(each)} bytes`) : []),
    ];
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

const amount = (bytes: number) => bytes.toLocaleString('en');
