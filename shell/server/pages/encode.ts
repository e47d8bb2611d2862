import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

/** Text ready to be sent. */
export interface EncodedText {
  /** Weak, since all encodings share it (RFC 9110, section 8.8.3.3). */
  readonly etag: string;
  /** Uncompressed, and compressed if more than one visitor may get it. */
  readonly bodies: { readonly identity: Buffer; readonly gzip?: Buffer; readonly br?: Buffer };
}

const brotliOptions = (quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: quality,
    // As large as the document: with the default of 4 MB, quick compression takes five times as long, for no gain.
    [constants.BROTLI_PARAM_LGWIN]: 17,
  },
});

export const ENCODINGS: readonly ('br' | 'gzip' | 'identity')[] = ['br', 'gzip', 'identity'];

/** Settings of `@fastify/compress` for a page of one waiting visitor: 100 KB become 26 KB in 0.6 ms. */
export const QUICK_COMPRESSION = {
  encodings: [...ENCODINGS],
  brotliOptions: brotliOptions(2),
  zlibOptions: { level: 1 },
  syncThreshold: 1024 * 1024,
};

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Documents whose encodings are cached, about 130 KB each. */
const MAX_DOCUMENTS = 64;

/** Compresses documents that many visitors get; one that is made again with the same text, not again. */
export function createEncoder(): (html: string) => Promise<EncodedText> {
  const known = new LRUCache<string, EncodedText['bodies']>({ max: MAX_DOCUMENTS });

  return async (html) => {
    const { etag, bodies } = plainText(html);
    const { identity } = bodies;
    const cached = known.get(etag);
    if (cached) return { etag, bodies: cached };
    const [br, gz] = await Promise.all([
      compressBrotli(identity, brotliOptions(constants.BROTLI_MAX_QUALITY)),
      compressGzip(identity, { level: 9 }),
    ]);
    const compressed = { identity, gzip: gz, br };
    known.set(etag, compressed);
    return { etag, bodies: compressed };
  };
}

/** Prepares a document for one visitor. */
export const plainText = (html: string): EncodedText => ({
  etag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
  bodies: { identity: Buffer.from(html) },
});
