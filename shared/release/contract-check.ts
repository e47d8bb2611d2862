import { exposedModules } from '../build/exposed-modules';
import { sharedVersions } from '../build/webpack/shared-packages';
import type { ReleaseReport, ShellContract } from '../contracts/release-report';
import type { ReleaseManifest } from '../contracts/release';
import { remoteList } from '../environment/topology';
import { incompatibilities } from './incompatibilities';
import { shellContract } from './shell-contract';

/** What the working tree's shell would offer: the type check holds its modules to the contract, and the remotes'. */
export const workingTreeContract = (): ShellContract =>
  shellContract(
    remoteList.flatMap((remote) =>
      Object.keys(exposedModules(remote)).map((name) => `${remote.name}/${name}`),
    ),
    sharedVersions(),
  );

/**
 * Compares a release with the live shell's contract, else with the working tree's. Gives what it fits, in words;
 * throws what does not fit.
 */
export function checkContract(release: ReleaseManifest, live: ReleaseReport | string, url: string): string {
  const [contract, name] =
    typeof live === 'string'
      ? [workingTreeContract(), `the working tree’s shell (no live one: ${live})`]
      : [live.contract, `the shell that is live at ${url}`];
  const found = incompatibilities(release, contract);
  if (found.length === 0) return name;
  throw new Error(`${release.version} does not fit ${name}: ${found.join('; ')}`);
}
