import type { RemoteName } from '@vidlunnia/contracts';

/** Where the shell tells the live release set. */
export const RELEASE_SET = /\/-\/release-set$/;

/** What `/-/release-set` answers. */
export interface ReleaseSet {
  readonly id: string;
  readonly remotes: Partial<
    Record<RemoteName, { readonly version: string; readonly base: string; readonly container: string }>
  >;
}

export async function readReleaseSet(site: string): Promise<ReleaseSet> {
  const response = await fetch(`${site}/-/release-set`);
  return (await response.json()) as ReleaseSet;
}
