import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PROOF_LIMITS } from '@vidlunnia/contracts';
import type { Database } from '../database/database';
import { sharedKey } from '../database/shared-key';

/** Pages may be cached for a day, and stay open for weeks. */
const MAX_AGE_MS = 30 * 86_400_000;

/** All forms get the same token for this time. */
const STEP_MS = 600_000;

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
): string | undefined {
  if (token === undefined || token === '') return 'token missing';
  const [instant = '', signature = ''] = token.split('.', 2);
  const expected = Buffer.from(signatureOf(key, instant));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'token invalid';
  return now - Number(instant) > maxAgeMs ? 'token too old' : undefined;
}

const signatureOf = (key: Buffer, instant: string) =>
  createHmac('sha256', key).update(`form-token ${instant}`).digest('base64url');

/** Fields that forms send in addition to the visitor's: the token, and the trap, which only programs fill in. */
type Guarded = { readonly [Name in keyof typeof PROOF_LIMITS]?: string };

/**
 * Maximum age of a token when the trap is filled. Autofill may fill the trap, so a filled trap alone is no spam. With an
 * older token, a program repeats an old form.
 */
const MAX_TRAPPED_AGE_MS = 2 * 86_400_000;

/**
 * Recognises spam. Never rejects a submission: suspected ones are stored separately.
 * @param now returns milliseconds since 1970
 */
export function spamFilter(database: Database, now: () => number) {
  const key = sharedKey(database, 'spam');
  return {
    /** A token for a form. */
    token: async () => makeToken(await key(), now()),
    /** Why a submission may be spam. */
    suspicionOf: async ({ token, website = '' }: Guarded): Promise<string | undefined> => {
      if (website === '') return suspicionOfToken(await key(), token, now());
      return suspicionOfToken(await key(), token, now(), MAX_TRAPPED_AGE_MS) && 'honeypot';
    },
  };
}
