import { isDeepStrictEqual } from 'node:util';
import { CONTRACT } from '../build/compatibility';
import { isRemoteName } from '@vidlunnia/settings/topology';
import type { ReleaseManifest } from '@vidlunnia/contracts/release';
import type { ShellContract } from '@vidlunnia/contracts/release-report';
import { incompatibilities } from '@vidlunnia/releases/shell-contract';

/** Throws when a release does not fit the contract of the live shell at `url`, with the reasons. */
export async function checkContract(
  release: ReleaseManifest,
  contract: ShellContract,
  url: string,
): Promise<void> {
  const found = [...incompatibilities(release, contract), ...(await changes(release, contract))];
  if (found.length > 0)
    throw new Error(`${release.version} does not fit the shell that is live at ${url}: ${found.join('; ')}`);
}

/** Modules whose contract with the shell changed in ways other than additions. */
async function changes(
  { name, modules, declarations: own = {} }: ReleaseManifest,
  { declarations: live = {} }: ShellContract,
): Promise<string[]> {
  if (!(CONTRACT in own) || !(CONTRACT in live) || isDeepStrictEqual(own, live)) return [];
  // Loads the compiler, which takes long.
  const { contractBreaks } = await import('./contract-change');
  const kind = isRemoteName(name) ? '' : 'zone/';
  const ids = Object.keys(modules).map((module) => `${name}/${kind}${module}`);
  return contractBreaks(live, own, ids).map(
    ({ id, words }) =>
      `${id.replace('/zone/', '/')} does not fit what the shell passes and takes: ${words}; keep both forms until the shell is released, or raise CONTRACT_VERSION (docs/contract.md)`,
  );
}
