import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ReleaseManifest } from '@vidlunnia/contracts/release';

const compress = promisify(gzip);

/** What a package's files weigh, in bytes after gzip. */
export interface Weights {
  readonly entry?: number;
  readonly scripts: number;
  readonly styles: number;
  readonly fonts: number;
  /** Scripts of each module of a remote; what two of them need counts for both. */
  readonly modules?: Readonly<Record<string, number>>;
}

/** Weighs the files of a remote's browser build: all modules together, each file once. */
export async function weighRelease({ entry, modules }: ReleaseManifest, directory: string): Promise<Weights> {
  const files = Object.values(modules);
  const all = { js: files.flatMap(({ js }) => js), css: files.flatMap(({ css }) => css) };
  const scripts = Object.entries(modules).map(
    async ([name, { js }]) => [name, await weigh(directory, js)] as const,
  );
  return {
    entry: await weigh(directory, [entry]),
    ...(await weighClient(all, directory)),
    modules: Object.fromEntries(await Promise.all(scripts)),
  };
}

/** Weighs the files with which every page starts. */
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

/** All fonts of a build: which of them a page asks for is known to browsers alone. */
async function weighFonts(directory: string): Promise<number> {
  const files = await readdir(directory, { recursive: true });
  const fonts = files.filter((file) => file.endsWith('.woff2'));
  const sizes = await Promise.all(fonts.map(async (file) => (await stat(path.join(directory, file))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function weigh(directory: string, files: readonly string[]): Promise<number> {
  const sizes = [...new Set(files)].map(async (file) => {
    const bytes = await readFile(path.join(directory, file));
    return (await compress(bytes, { level: 9 })).length;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
