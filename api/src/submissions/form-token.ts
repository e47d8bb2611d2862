import { createHmac, timingSafeEqual } from 'node:crypto';

/** People need longer to fill in a form. */
const MIN_FILLING_MS = 2_000;
/** People leave no page open for longer. */
const MAX_FILLING_MS = 2 * 86_400_000;

/** All pages get the same token for this time. */
const PAGE_STEP_MS = 600_000;

/** Why a token is suspicious. */
export type TokenSuspicion = 'token missing' | 'token invalid' | 'token too old' | 'filled too fast';

/** Signed proof of when a form was issued: an instant in milliseconds, a dot, its HMAC. */
export function makeToken(key: Buffer, at: number): string {
  return `${String(at)}.${signatureOf(key, String(at))}`;
}

/**
 * The instant in the tokens of pages. All visitors share a cached page, so a token does not show when a visitor got the
 * page. It only shows that the sender has read one of our pages in recent days. With few
 * instants, the same on every replica, pages keep their `ETag`. Scripts prove the filling time by requesting a
 * visitor's own token at the first input.
 */
export const pageInstant = (now: number): number =>
  Math.floor((now - MIN_FILLING_MS) / PAGE_STEP_MS) * PAGE_STEP_MS;

/** Why a form's token is suspicious, if it is. */
export function suspicionOfToken(
  key: Buffer,
  token: string | undefined,
  now: number,
): TokenSuspicion | undefined {
  if (token === undefined || token === '') return 'token missing';
  const [instant = '', signature = ''] = token.split('.', 2);
  const expected = Buffer.from(signatureOf(key, instant));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'token invalid';
  const age = now - Number(instant);
  if (age > MAX_FILLING_MS) return 'token too old';
  // Only our own clock makes a later token: it was ahead, and the visitor could not know.
  return age >= 0 && age < MIN_FILLING_MS ? 'filled too fast' : undefined;
}

const signatureOf = (key: Buffer, instant: string) =>
  createHmac('sha256', key).update(`form-token ${instant}`).digest('base64url');
