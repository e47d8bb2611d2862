import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { shell } from '@vidlunnia/settings/topology';
import { repositoryRoot } from '@vidlunnia/settings/machine';

/** Packages that exist once on the page: the shell provides them, and remotes have no copy. */
const SHARED_PACKAGES = ['react', 'react/jsx-runtime', 'react-dom', 'react-toastify'] as const;

/**
 * Version of the federation's runtime with which a package is built, in the form of a shared package's. Remotes are
 * built without its core and use the shell's, which works only in exactly the same version
 * (module-federation/core#4134).
 */
export const federationRuntime = (): Record<string, string> => ({
  '@module-federation/runtime': versionOf('@module-federation/runtime', repositoryRoot()),
});

/** The version of a package that is installed for a folder; `react/jsx-runtime` has react's. */
function versionOf(name: string, folder: string): string {
  const require = createRequire(`${folder}/package.json`);
  const file = `${name.replace(/^react\/.*/, 'react')}/package.json`;
  return (require(file) as { readonly version: string }).version;
}

/** Version ranges of the shared packages that a remote was built against. */
export const sharedRanges = (directory: string): Record<string, string> =>
  Object.fromEntries(
    SHARED_PACKAGES.map((name) => {
      const [major] = versionOf(name, directory).split('.');
      return [name, `^${major ?? ''}.0.0`];
    }),
  );

/** Versions of the packages that the shell provides. */
export const sharedVersions = (): Record<string, string> =>
  Object.fromEntries(
    SHARED_PACKAGES.map((name) => [name, versionOf(name, path.join(repositoryRoot(), shell.folder))]),
  );

/** The files that declare the contract between shell and remotes, by name. */
export type ContractDeclarations = Readonly<Record<string, string>>;

/** The file that names all others. */
export const CONTRACT = 'index';

/**
 * The contract of the package in `root`: `index` of `@vidlunnia/contracts` and its imports. In this repository these
 * are sources; in the published package, declarations made by tsc.
 */
export function contractDeclarations(root = repositoryRoot()): ContractDeclarations {
  const require = createRequire(path.join(root, 'package.json'));
  const folder = path.dirname(require.resolve('@vidlunnia/contracts/package.json'));
  const declarations: Record<string, string> = {};
  const add = (name: string) => {
    if (name in declarations) return;
    const source = path.join(folder, `${name}.ts`);
    const text = readFileSync(existsSync(source) ? source : path.join(folder, `${name}.d.ts`), 'utf8');
    declarations[name] = text;
    for (const [, imported = ''] of text.matchAll(/from '\.\/([\w-]+)\.ts'/g)) add(imported);
  };
  add(CONTRACT);
  return declarations;
}
