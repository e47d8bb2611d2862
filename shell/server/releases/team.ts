import type { Remote } from '@vidlunnia/remote-kit/environment/topology';
import type { Zone } from '../../src/pages/zones';

/** A team as the shell knows it. */
export interface Team {
  readonly remote: Remote;
  /** Where its releases lie, without a slash at its end. */
  readonly origin: string;
  /** Keys of which one has to have signed each of its releases. */
  readonly publicKeys: readonly string[];
}

/** By the remote's name. */
export type Teams = Readonly<Record<string, Team>>;

/** Whose releases a site has, and what of them stands on pages beside the page table. */
export interface Configured {
  readonly teams: Teams;
  readonly zones: readonly Zone[];
}
