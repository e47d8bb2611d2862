import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const LINK_MS = 15 * 60_000;
const SESSION_MS = 12 * 3_600_000;
const COOKIE = /(?:^|; *)inbox=([\w-]+)/;

/** A person who has entered. */
export interface Session {
  /** Proves that a form is one of ours: other sites cannot read it. */
  readonly proof: string;
  readonly endsAt: number;
}

const secret = () => randomBytes(32).toString('base64url');
const hash = (text: string) => createHash('sha256').update(text).digest();

/** Compares in a time that says nothing about the texts. */
export const isSame = (one: string, other: string): boolean => timingSafeEqual(hash(one), hash(other));

/** Who may use the inbox, in this process's memory: a restart ends all sessions. */
export function openSessions(now: () => number) {
  /** Keys of links, with the end of their time; 0 when used. */
  const links = new Map<string, number>();
  const sessions = new Map<string, Session>();
  return {
    /** A key that opens one session within 15 minutes. */
    newKey(): string {
      const key = secret();
      links.set(key, now() + LINK_MS);
      return key;
    },
    /** Uses up a key. */
    useKey(key: string): 'valid' | 'used' | 'invalid' {
      const endsAt = links.get(key);
      if (endsAt === undefined) return 'invalid';
      links.set(key, 0);
      if (endsAt === 0) return 'used';
      return now() < endsAt ? 'valid' : 'invalid';
    },
    /** Begins a session. No script can read its cookie, and no other site's page sends it. */
    begin(isSecure: boolean): { readonly session: Session; readonly cookie: string } {
      for (const [id, { endsAt }] of sessions) if (endsAt <= now()) sessions.delete(id);
      const id = secret();
      const session = { proof: secret(), endsAt: now() + SESSION_MS };
      sessions.set(id, session);
      const rules = `Path=/; Max-Age=${String(SESSION_MS / 1000)}; HttpOnly; SameSite=Strict`;
      return { session, cookie: `inbox=${id}; ${rules}${isSecure ? '; Secure' : ''}` };
    },
    /** The session of a request with these cookies. */
    sessionOf(cookies = ''): Session | undefined {
      const session = sessions.get(COOKIE.exec(cookies)?.[1] ?? '');
      return session && session.endsAt > now() ? session : undefined;
    },
    /** Ends the session of a request with these cookies. */
    end(cookies = ''): void {
      sessions.delete(COOKIE.exec(cookies)?.[1] ?? '');
    },
  };
}
