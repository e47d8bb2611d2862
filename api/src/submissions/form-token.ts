import { createHmac, timingSafeEqual } from 'node:crypto';

/** Pages may be cached for a day, and stay open for weeks. */
const MAX_AGE_MS = 30 * 86_400_000;

/** All forms get the same token for this time. */
const STEP_MS = 600_000;

/** Why a token is suspicious. */
export type TokenSuspicion = 'token missing' | 'token invalid' | 'token too old';

/**
 * Signed proof of when a form was issued: an instant in milliseconds, a dot, its HMAC. It only shows that the sender has
 * read one of our pages since then, because all visitors share a cached page. With few instants, the same on every
 * replica, pages keep their `ETag`.
 */
export function makeToken(key: Buffer, now: number): string {
  const instant = String(Math.floor(now / STEP_MS) * STEP_MS);
  return `${instant}.${signatureOf(key, instant)}`;
}

/** Why a form's token is suspicious, if it is. */
export function suspicionOfToken(
  key: Buffer,
  token: string | undefined,
  now: number,
  maxAgeMs = MAX_AGE_MS,
): TokenSuspicion | undefined {
  if (token === undefined || token === '') return 'token missing';
  const [instant = '', signature = ''] = token.split('.', 2);
  const expected = Buffer.from(signatureOf(key, instant));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'token invalid';
  return now - Number(instant) > maxAgeMs ? 'token too old' : undefined;
}

const signatureOf = (key: Buffer, instant: string) =>
  createHmac('sha256', key).update(`form-token ${instant}`).digest('base64url');
