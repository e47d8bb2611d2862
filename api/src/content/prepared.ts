import { createHash } from 'node:crypto';

/** A response that needs no more work. */
export interface Prepared {
  readonly type: string;
  readonly bytes: Buffer;
  readonly etag: string;
}

export const prepare = (bytes: Buffer, type: string): Prepared => ({
  type,
  bytes,
  etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
});

export const prepareJson = (json: string): Prepared =>
  prepare(Buffer.from(json), 'application/json; charset=utf-8');
