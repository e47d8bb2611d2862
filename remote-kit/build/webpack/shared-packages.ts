import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { satisfies } from 'semver';
import { repositoryRoot } from '../../process/repository';
import { shell } from '@vidlunnia/settings/topology';

/** Packages that exist once on the page: the shell provides them, and remotes have no copy. */
export const SHARED_PACKAGES = ['react', 'react/jsx-runtime', 'react-dom', 'react-toastify'] as const;

/** The version of a shared package that is installed for a folder; `react/jsx-runtime` has react's. */
export function installedVersion(name: (typeof SHARED_PACKAGES)[number], folder: string): string {
  return versionOf(name.replace(/\/.*/, ''), folder);
}

/**
 * Version of the federation's runtime with which a package is built, in the form of a shared package's. Remotes are
 * built without its core and use the shell's, which works only in exactly the same version
 * (module-federation/core#4134).
 */
export const federationRuntime = (): Record<string, string> => ({
  '@module-federation/runtime': versionOf('@module-federation/runtime', repositoryRoot()),
});

function versionOf(name: string, folder: string): string {
  const require = createRequire(`${folder}/package.json`);
  return (require(`${name}/package.json`) as { readonly version: string }).version;
}

/** Versions of the packages that the shell provides. */
export const sharedVersions = (): Record<string, string> =>
  Object.fromEntries(
    SHARED_PACKAGES.map((name) => [name, installedVersion(name, path.join(repositoryRoot(), shell.folder))]),
  );

type Ranges = Readonly<Record<string, string>>;
interface Wants {
  readonly dependencies?: Ranges;
  readonly peerDependencies?: Ranges;
}

/** Throws when a package requires a version of a shared package that the shell does not provide. */
export function checkShared(directory: string, wants = manifestOf(directory)): void {
  const ranges: Ranges = { ...wants.peerDependencies, ...wants.dependencies };
  for (const [name, provided] of Object.entries(sharedVersions())) {
    const range = ranges[name];
    if (range !== undefined && !satisfies(provided, range))
      throw new Error(
        `${path.basename(directory)}/package.json asks for ${name} ${range}; the shell provides ${provided}`,
      );
  }
}

const manifestOf = (directory: string) =>
  JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8')) as Wants;
