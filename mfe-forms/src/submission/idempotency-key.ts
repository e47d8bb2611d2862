/**
 * Random UUID, version 4 (RFC 9562). `crypto.randomUUID` would do, but exists in secure contexts only: not on a site
 * opened by a LAN address over plain HTTP.
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

/** Keys of submissions: the same values sent again after a failure carry the same key. */
interface IdempotencyKeys {
  keyFor: (payload: unknown) => string;
  /** For after a submission was accepted: the same values are then a new submission. */
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
