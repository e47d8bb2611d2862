import type { RemoteName } from '@vidlunnia/shared/contracts';
import type { Remote } from '@vidlunnia/shared/topology';

/** A team as the shell knows it. */
export interface Team {
  readonly remote: Remote;
  /** Where its releases lie, without a slash at its end. */
  readonly origin: string;
  /** Keys of which one has to have signed each of its releases. */
  readonly publicKeys: readonly string[];
}

export type Teams = Readonly<Record<RemoteName, Team>>;
