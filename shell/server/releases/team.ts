import type { Owner } from '@vidlunnia/content';
import type { Remote } from '@vidlunnia/settings/topology';
import type { Zone } from '../../src/pages/page-table';

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

/** The configured teams, the zones that extend the page table, and the owner's details. */
export interface Configured {
  readonly teams: Teams;
  readonly zones: readonly Zone[];
  readonly owner: Owner;
}
