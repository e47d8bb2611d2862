import type { RemoteName } from '@vidlunnia/shared/contracts';

/** A release that the shell does not take in; the live one stays. The message says which and why. */
export class ReleaseRefused extends Error {
  override readonly name = 'ReleaseRefused';

  constructor(
    readonly remote: RemoteName,
    reason: string,
    options?: ErrorOptions,
  ) {
    super(`${remote}: ${reason}`, options);
  }
}
