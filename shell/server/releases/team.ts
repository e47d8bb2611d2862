import type { Remote } from '@vidlunnia/remote-kit/environment/topology';
import type { Zone } from '../../src/pages/zones';

/** A team in the shell's configuration. */
export interface Team {
  readonly remote: Remote;
  /** Where its releases are, without a trailing slash. */
  readonly origin: string;
  /** Each of its releases has to be signed with one of these keys. */
  readonly publicKeys: readonly string[];
}

/** By the remote's name. */
export type Teams = Readonly<Record<string, Team>>;

/** The configured teams, and the zones that extend the page table. */
export interface Configured {
  readonly teams: Teams;
  readonly zones: readonly Zone[];
}
