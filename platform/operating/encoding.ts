import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

/** Text ready to be sent. */
export interface EncodedText {
  /** Weak, because all encodings share it (RFC 9110, section 8.8.3.3); empty for a text that nobody revalidates. */
  readonly etag: string;
  /** The uncompressed text; compressed texts too, if more than one visitor may get them. */
  readonly bodies: { readonly identity: Buffer; readonly gzip?: Buffer; readonly br?: Buffer };
}

export const ENCODINGS: ('br' | 'gzip' | 'identity')[] = ['br', 'gzip', 'identity'];

const brotliOptions = (quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: quality,
    // A window as large as the document. The default of 4 MB takes five times as long for the same size.
    [constants.BROTLI_PARAM_LGWIN]: 17,
  },
});

/** Settings of `@fastify/compress` for a page of one waiting visitor: 100 KB become 26 KB in 0.6 ms. */
export const QUICK_COMPRESSION = {
  encodings: ENCODINGS,
  brotliOptions: brotliOptions(2),
  zlibOptions: { level: 1 },
  syncThreshold: 1024 * 1024,
};

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** About 130 KB each, for pages that are rendered again with the same text. */
const encodedTexts = new LRUCache<string, EncodedText>({ max: 64 });

/** Compresses a document that many visitors get. */
export async function encode(html: string): Promise<EncodedText> {
  const plain = plainText(html);
  const known = encodedTexts.get(plain.etag);
  if (known) return known;
  const { identity } = plain.bodies;
  const [br, gz] = await Promise.all([
    compressBrotli(identity, brotliOptions(constants.BROTLI_MAX_QUALITY)),
    compressGzip(identity, { level: 9 }),
  ]);
  const encoded = { ...plain, bodies: { identity, gzip: gz, br } };
  encodedTexts.set(plain.etag, encoded);
  return encoded;
}

/** Prepares a text that is not compressed in advance. */
export const plainText = (html: string): EncodedText => ({
  etag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
  bodies: { identity: Buffer.from(html) },
});
