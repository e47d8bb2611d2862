import { createHmac, timingSafeEqual } from 'node:crypto';

/** Milliseconds under which nobody fills a form, and after which a page was not open but kept. */
const SHORTEST_FILLING = 2_000;
const LONGEST_FILLING = 2 * 86_400_000;

/** Milliseconds for which all pages get the same token. */
const PAGE_STEP = 600_000;

/** Why a token does not speak for its sender. */
export type TokenSuspicion = 'token missing' | 'token invalid' | 'token too old' | 'filled too fast';

/** Signed proof of when a form was given out: an instant in milliseconds, a dot, its HMAC. */
export function makeToken(key: Buffer, at: number): string {
  return `${String(at)}.${signatureOf(key, String(at))}`;
}

/**
 * The instant that stands in the tokens of pages. A page is rendered, compressed and cached for all visitors, so that
 * its token can't tell when one of them got it: it shows only that the sender has read a page of ours in the last
 * days. Few instants, the same on every replica, let pages keep their `ETag`. How long a form took is known of scripts,
 * which ask for a token of their own when their visitor begins.
 */
export const pageInstant = (now: number): number =>
  Math.floor((now - SHORTEST_FILLING) / PAGE_STEP) * PAGE_STEP;

/** What is wrong with a form's token, if anything is. */
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
