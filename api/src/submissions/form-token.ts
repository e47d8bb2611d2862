import { createHmac, timingSafeEqual } from 'node:crypto';

/** Milliseconds: people take longer than the first, and leave no page open for longer than the second. */
const SHORTEST_FILLING = 2_000;
const LONGEST_FILLING = 2 * 86_400_000;

/** Milliseconds for which all pages get the same token. */
const PAGE_STEP = 600_000;

/** Why a token is suspicious. */
export type TokenSuspicion = 'token missing' | 'token invalid' | 'token too old' | 'filled too fast';

/** Signed proof of when a form was issued: an instant in milliseconds, a dot, its HMAC. */
export function makeToken(key: Buffer, at: number): string {
  return `${String(at)}.${signatureOf(key, String(at))}`;
}

/**
 * The instant in the tokens of pages. A page is rendered, compressed and cached for all visitors, so its token cannot
 * tell when one of them got it: it only shows that the sender has read one of our pages in recent days. With few
 * instants, the same on every replica, pages keep their `ETag`. Scripts prove the filling time by requesting a
 * visitor's own token at the first input.
 */
export const pageInstant = (now: number): number =>
  Math.floor((now - SHORTEST_FILLING) / PAGE_STEP) * PAGE_STEP;

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
  if (age > LONGEST_FILLING) return 'token too old';
  return age < SHORTEST_FILLING ? 'filled too fast' : undefined;
}

const signatureOf = (key: Buffer, instant: string) =>
  createHmac('sha256', key).update(`form-token ${instant}`).digest('base64url');
