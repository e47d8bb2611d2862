import { exposedModules } from '../build/exposed-modules';
import { isDeepStrictEqual } from 'node:util';
import { CONTRACT, contractDeclarations } from '../build/contract-declarations';
import { federationRuntime, sharedVersions } from '../build/webpack/shared-packages';
import type { ReleaseReport, ShellContract } from '@vidlunnia/contracts/release-report';
import type { ReleaseManifest } from '@vidlunnia/contracts/release';
import { isRemoteName, type Remote } from '../environment/topology';
import { incompatibilities } from './incompatibilities';
import { shellContract } from './shell-contract';

/** What a shell of the installed contract would offer to this remote: the type check holds its modules to that. */
export const contractHere = (remote: Remote): ShellContract =>
  shellContract(
    Object.keys(exposedModules(remote)).map((name) => `${remote.name}/${name}`),
    {
      shared: { ...sharedVersions(), ...federationRuntime() },
      declarations: contractDeclarations(remote.directory),
    },
  );

/**
 * Compares a remote's release with the live shell's contract, else with the one that is installed here. Gives what it fits, in words;
 * throws what does not fit.
 */
export async function checkContract(
  release: ReleaseManifest,
  remote: Remote,
  live: ReleaseReport | string,
  url: string,
): Promise<string> {
  const [contract, name] =
    typeof live === 'string'
      ? [contractHere(remote), `@vidlunnia/contracts, as it is installed here (no live shell: ${live})`]
      : [live.contract, `the shell that is live at ${url}`];
  const found = [...incompatibilities(release, contract), ...(await changes(release, contract))];
  if (found.length === 0) return name;
  throw new Error(`${release.version} does not fit ${name}: ${found.join('; ')}`);
}

/** Modules that changed what they agreed on with the shell, other than by additions. */
async function changes(
  { name, modules, declarations: own = {} }: ReleaseManifest,
  { declarations: live = {} }: ShellContract,
): Promise<string[]> {
  if (!(CONTRACT in own) || !(CONTRACT in live) || isDeepStrictEqual(own, live)) return [];
  // It brings the compiler, which takes long to load.
  const { contractBreaks } = await import('./contract-change');
  const kind = isRemoteName(name) ? '' : 'zone/';
  return Object.keys(modules).flatMap((module) =>
    contractBreaks(live, own, `${name}/${kind}${module}`).map(
      (words) =>
        `${name}/${module} does not fit what the shell passes and takes: ${words}; keep both forms until the shell is released, or raise CONTRACT_VERSION (docs/contract.md)`,
    ),
  );
}
