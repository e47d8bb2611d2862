import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Replaces a JSON file in one step: readers never see half of it. */
export async function writeJson(file: string, value: unknown): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const next = `${file}.${String(process.pid)}`;
  await writeFile(next, `${JSON.stringify(value, null, 2)}\n`);
  await rename(next, file);
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

/** Writes compressed copies beside every file that gains by them: `x.js.br` (at the highest level) and `x.js.gz`. */
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
