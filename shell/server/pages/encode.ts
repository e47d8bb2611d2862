import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

/** A page ready to be sent. */
export interface EncodedPage {
  readonly status: number;
  /** Weak, since all encodings share it (RFC 9110, section 8.8.3.3). */
  readonly etag: string;
  /** Hash sources of its style elements, for the Content-Security-Policy. */
  readonly styleSources: readonly string[];
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

/**
 * The first visitor waits for this: half the time of the best, and a post of 13.6 KB that still arrives in one round trip
 * (RFC 6928: ten segments).
 */
const GOOD = 10;
const BEST = constants.BROTLI_MAX_QUALITY;

/** Documents whose encodings are cached, about 130 KB each. */
const CAPACITY = 64;

/**
 * Compresses documents that many visitors get. A document that is made again with the same text gets the best
 * compression, once: that happens during background revalidation.
 */
export function createPageEncoder() {
  interface Kept {
    readonly bodies: Required<EncodedPage['bodies']>;
    readonly quality: number;
  }
  const kept = new LRUCache<string, Kept>({ max: CAPACITY });

  return async (status: number, html: string, styleSources: readonly string[]) => {
    const page = plainPage(status, html, styleSources);
    const known = kept.get(page.etag);
    if (known?.quality === BEST) return { ...page, bodies: known.bodies };
    const { identity } = page.bodies;
    const quality = known ? BEST : GOOD;
    const [br, gz] = await Promise.all([
      compressBrotli(identity, brotliOptions(quality)),
      known?.bodies.gzip ?? compressGzip(identity, { level: 9 }),
    ]);
    const bodies = { identity, gzip: gz, br };
    kept.set(page.etag, { bodies, quality });
    return { ...page, bodies };
  };
}

/** Prepares a document for one visitor. */
export const plainPage = (status: number, html: string, styleSources: readonly string[]): EncodedPage => ({
  status,
  etag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
  styleSources,
  bodies: { identity: Buffer.from(html) },
});
