import { satisfies } from 'semver';
import { CONTRACT_VERSIONS } from '@vidlunnia/contracts';
import type { ReleaseManifest } from '@vidlunnia/contracts/release';
import type { ShellContract } from '@vidlunnia/contracts/release-report';

/** The contract of a shell that shows these modules, provides these packages and was built with these declarations. */
export function shellContract(
  moduleIds: readonly string[],
  { shared, declarations }: Pick<ShellContract, 'shared'> & Required<Pick<ShellContract, 'declarations'>>,
): ShellContract {
  const modules: Record<string, string[]> = {};
  for (const id of moduleIds) {
    const [remote = '', module = ''] = id.split('/');
    (modules[remote] ??= []).push(module);
  }
  return { versions: [...CONTRACT_VERSIONS], modules, declarations, shared };
}

/** Why a release does not fit a shell, in words; empty when it fits. */
export function incompatibilities(release: ReleaseManifest, shell: ShellContract): string[] {
  const { versions, modules, shared } = shell;
  const found: string[] = [];
  if (!versions.includes(release.contract)) {
    found.push(
      `it was built for contract ${String(release.contract)}; the shell takes ${versions.join(', ')}`,
    );
  }
  const missing = (modules[release.name] ?? []).filter((module) => !release.modules[module]);
  if (missing.length > 0) found.push(`it does not expose ${missing.join(', ')}`);
  for (const [name, range] of Object.entries(release.shared)) {
    const provided = shared[name];
    if (provided === undefined) found.push(`it needs ${name}, which the shell does not provide`);
    else if (!satisfies(provided, range)) {
      found.push(`it needs ${name} ${range}; the shell provides ${provided}`);
    }
  }
  return found;
}
