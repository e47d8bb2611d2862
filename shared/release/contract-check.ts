import { exposedModules } from '../build/exposed-modules';
import { contractDeclarations, ZONE_DECLARATION } from '../build/contract-declarations';
import { federationRuntime, sharedVersions } from '../build/webpack/shared-packages';
import type { ReleaseReport, ShellContract } from '../contracts/release-report';
import type { ReleaseManifest } from '../contracts/release';
import { isInstalled } from '../environment/repository';
import { isRemoteName, remoteHere, remoteList } from '../environment/topology';
import { incompatibilities } from './incompatibilities';
import { shellContract } from './shell-contract';

/** What the working tree's shell would offer: the type check holds its modules to the contract, and the remotes'. */
export const workingTreeContract = (): ShellContract =>
  shellContract(
    (isInstalled ? [remoteHere()] : remoteList).flatMap((remote) =>
      Object.keys(exposedModules(remote)).map((name) => `${remote.name}/${name}`),
    ),
    { shared: { ...sharedVersions(), ...federationRuntime() }, declarations: contractDeclarations() },
  );

/** What a release is compared with when there is no live shell. */
const HERE = isInstalled ? '@vidlunnia/contracts, as it is installed here' : 'the working tree’s shell';

/**
 * Compares a release with the live shell's contract, else with the working tree's. Gives what it fits, in words;
 * throws what does not fit.
 */
export async function checkContract(
  release: ReleaseManifest,
  live: ReleaseReport | string,
  url: string,
): Promise<string> {
  const [contract, name] =
    typeof live === 'string'
      ? [workingTreeContract(), `${HERE} (no live one: ${live})`]
      : [live.contract, `the shell that is live at ${url}`];
  const found = [...incompatibilities(release, contract), ...(await changes(release, contract))];
  if (found.length === 0) return name;
  throw new Error(`${release.version} does not fit ${name}: ${found.join('; ')}`);
}

/** Modules that changed what they agreed on with the shell, other than by additions. */
async function changes(
  { name, declarations = {} }: ReleaseManifest,
  shell: ShellContract,
): Promise<string[]> {
  const changed = Object.entries(declarations).flatMap(([module, own]) => {
    const live = shell.declarations?.[isRemoteName(name) ? `${name}/${module}` : ZONE_DECLARATION];
    return live === undefined || live === own ? [] : [{ module, own, live }];
  });
  if (changed.length === 0) return [];
  // It brings the compiler, which takes long to load.
  const { contractBreaks } = await import('./contract-change');
  return changed.flatMap(({ module, own, live }) =>
    contractBreaks(live, own).map(
      (words) =>
        `${name}/${module} does not fit what the shell passes and takes: ${words}; keep both forms until the shell is released, or raise CONTRACT_VERSION (docs/contract.md)`,
    ),
  );
}
