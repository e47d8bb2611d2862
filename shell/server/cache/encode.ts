import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { CachedPage } from './page-cache';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Of a page made once and sent often: nearly the best ratio at a tenth of its price. */
const BROTLI_QUALITY = 9;

/** Compresses a document once for all who will get it. */
export async function encodePage(
  status: number,
  html: string,
  styleSources: readonly string[],
): Promise<CachedPage> {
  const identity = Buffer.from(html);
  const [br, gz] = await Promise.all([
    compressBrotli(identity, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
      },
    }),
    compressGzip(identity, { level: 9 }),
  ]);
  // Weak, since it is the same for every encoding (RFC 9110, section 8.8.3.3).
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return { status, etag, styleSources, bodies: { identity, gzip: gz, br } };
}
