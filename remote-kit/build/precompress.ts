import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Kinds of files that compression makes smaller; fonts and pictures of pixels are compressed already. */
const COMPRESSIBLE = /\.(?:js|css|svg)$/;
/** Bytes below which a file travels in one packet either way. */
const WORTHWHILE = 1_024;

const encodings: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  '.br': (bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  '.gz': (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

/** Puts a compressed copy of every file that is worth it beside it: `x.js.br` (the best that there is) and `x.js.gz`. */
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
