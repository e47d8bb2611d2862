import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const LINK_MS = 15 * 60_000;
const SESSION_MS = 12 * 3_600_000;
const COOKIE = /(?:^|; *)inbox=([\w-]+)/;

/** A person who has entered. */
export interface Session {
  /** Proves that a form is one of ours: other sites cannot read it. */
  readonly proof: string;
}

const secret = () => randomBytes(32).toString('base64url');
const hash = (text: string) => createHash('sha256').update(text).digest();

/** Compares in a time that says nothing about the texts. */
export const isSame = (one: string, other: string): boolean => timingSafeEqual(hash(one), hash(other));

/** At once. */
const MAX = 10_000;

/** Who may use the inbox, in this process's memory: a restart ends all sessions. */
export function openSessions(now: () => number) {
  const links = new LRUCache<string, 'valid' | 'used'>({ max: MAX, ttl: LINK_MS, perf: { now } });
  const sessions = new LRUCache<string, Session>({ max: MAX, ttl: SESSION_MS, perf: { now } });
  const idIn = (cookies = '') => COOKIE.exec(cookies)?.[1] ?? '';
  return {
    /** A key that opens one session within 15 minutes. */
    newKey(): string {
      const key = secret();
      links.set(key, 'valid');
      return key;
    },
    /** Uses up a key. */
    useKey(key: string): 'valid' | 'used' | 'invalid' {
      const state = links.get(key) ?? 'invalid';
      if (state === 'valid') links.set(key, 'used');
      return state;
    },
    /** Begins a session. No script can read its cookie, and no other site's page sends it. */
    begin(isSecure: boolean): { readonly session: Session; readonly cookie: string } {
      const id = secret();
      const session = { proof: secret() };
      sessions.set(id, session);
      const rules = `Path=/; Max-Age=${String(SESSION_MS / 1000)}; HttpOnly; SameSite=Strict`;
      return { session, cookie: `inbox=${id}; ${rules}${isSecure ? '; Secure' : ''}` };
    },
    /** The session of a request with these cookies. */
    sessionOf: (cookies?: string): Session | undefined => sessions.get(idIn(cookies)),
    /** Ends the session of a request with these cookies. */
    end(cookies?: string): void {
      sessions.delete(idIn(cookies));
    },
  };
}
