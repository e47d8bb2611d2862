import { createHash } from 'node:crypto';

/** A submission's mark: what tells it from others. */
export interface SubmissionMark {
  readonly idempotency_key: string | null;
  readonly fingerprint: string;
}

/** Where submissions of one kind are kept. */
export interface SubmissionStore {
  /** Inserts a row unless its key is taken; says whether it did. Resolves after the commit. */
  insert(mark: SubmissionMark): Promise<boolean>;
  /** Fingerprint of the row that has this key. */
  fingerprintOf(key: string): Promise<string | undefined>;
}

/** The key names an earlier submission with another payload (draft-ietf-httpapi-idempotency-key-header, section 2.7). */
export class KeyReusedError extends Error {
  constructor() {
    super('The idempotency key was used with another payload');
    this.name = 'KeyReusedError';
  }
}

/**
 * Stores a submission once, however often it is sent under one key.
 * @throws KeyReusedError when the key belongs to another payload
 */
export async function storeOnce(
  store: SubmissionStore,
  payload: object,
  key: string | undefined,
): Promise<void> {
  const fingerprint = createHash('sha256').update(JSON.stringify(payload)).digest('base64url');
  if (await store.insert({ idempotency_key: key ?? null, fingerprint })) return;
  if (key === undefined || (await store.fingerprintOf(key)) !== fingerprint) throw new KeyReusedError();
}
