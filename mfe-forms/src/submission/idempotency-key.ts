/** 128 random bits. `crypto.randomUUID` is missing on a site that is opened at a LAN address over plain HTTP. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** Keys of submissions: the same values sent again after a failure have the same key. */
export function createIdempotencyKeys() {
  let last: { readonly values: string; readonly key: string } | undefined;
  return {
    keyFor: (payload: object): string => {
      const values = JSON.stringify(payload);
      if (last?.values !== values) last = { values, key: randomKey() };
      return last.key;
    },
    /** Call it after an accepted submission: the same values are then a new submission. */
    forget: () => {
      last = undefined;
    },
  };
}
