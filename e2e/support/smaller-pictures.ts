import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import decode, { init as initDecoder } from '@jsquash/webp/decode.js';
import encode, { init as initEncoder } from '@jsquash/webp/encode.js';
import type { FullConfig } from '@playwright/test';

const FOLDER = path.join(__dirname, '../tests/pictures/stored');

/** Compresses new stored pictures after an update, because the browser writes large files. */
export default function smallerPictures({ updateSnapshots }: FullConfig): (() => Promise<void>) | undefined {
  return updateSnapshots === 'none' ? undefined : packAll;
}

async function packAll(): Promise<void> {
  const files = (await readdir(FOLDER))
    .filter((name) => name.endsWith('.webp'))
    .map((name) => path.join(FOLDER, name));
  await Promise.all([start(initDecoder, 'dec/webp_dec.wasm'), start(initEncoder, 'enc/webp_enc_simd.wasm')]);
  for (const file of files) {
    const picture = await readFile(file);
    if (isFromBrowser(picture)) await writeFile(file, await packed(picture));
  }
}

/** Whether a browser wrote the picture: its colour profile needs the extended header. */
const isFromBrowser = (picture: Buffer) => picture.toString('latin1', 12, 16) === 'VP8X';

/** The same pixels. More effort takes minutes and saves two per cent. */
async function packed(picture: Buffer): Promise<Buffer> {
  const pixels = await decode(new Uint8Array(picture).buffer);
  return Buffer.from(await encode(pixels, { lossless: 1, exact: 1, method: 2, quality: 75 }));
}

/** Loads a codec's program, which the codec finds only in a browser. */
async function start(init: object, program: string): Promise<void> {
  const file = createRequire(__filename).resolve(`@jsquash/webp/codec/${program}`);
  // The README documents this parameter for Node; the types lack it.
  await (init as (program: WebAssembly.Module) => Promise<unknown>)(
    await WebAssembly.compile(new Uint8Array(await readFile(file))),
  );
}
