/**
 * Random UUID, version 4 (RFC 9562). `crypto.randomUUID` exists only in secure contexts: not on a site opened at a LAN
 * address over plain HTTP.
 */
const randomKey = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = '89ab'.charAt((bytes[8] ?? 0) % 4);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20),
  ].join('-');
};

/** Keys of submissions: the same values sent again after a failure have the same key. */
interface IdempotencyKeys {
  keyFor: (payload: unknown) => string;
  /** Call it after an accepted submission: the same values are then a new submission. */
  forget: () => void;
}

export const createIdempotencyKeys = (): IdempotencyKeys => {
  let last: { readonly values: string; readonly key: string } | undefined;
  return {
    keyFor: (payload) => {
      const values = JSON.stringify(payload);
      if (last?.values !== values) last = { values, key: randomKey() };
      return last.key;
    },
    forget: () => {
      last = undefined;
    },
  };
};
