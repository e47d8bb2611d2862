import type { RemoteName } from '@vidlunnia/shared/contracts';
import type { Step } from '@vidlunnia/shared/contracts/release-report';

/** A release that the shell does not take in; what is live stays. Says which, at which step, and why. */
export class ReleaseRejected extends Error {
  override readonly name = 'ReleaseRejected';

  constructor(
    readonly remote: RemoteName,
    /** `null` when the pointer names none. */
    readonly version: string | null,
    readonly step: Step,
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`${remote} ${version ?? 'pointer'} is rejected at ${step}: ${reason}`, options);
  }
}

/** Makes the rejections of one step for one release. */
export const rejection =
  (remote: RemoteName, version: string | null, step: Step) =>
  (reason: string, cause?: unknown): ReleaseRejected =>
    new ReleaseRejected(remote, version, step, reason, cause === undefined ? {} : { cause });
