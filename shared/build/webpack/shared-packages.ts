import { createRequire } from 'node:module';
import path from 'node:path';
import { repositoryRoot } from '../repository';
import { shell } from '../topology';

/** Packages that exist once on the page: the shell provides them, remotes bring no copy of their own. */
export const SHARED_PACKAGES = ['react', 'react/jsx-runtime', 'react-dom', 'react-toastify'] as const;

export type SharedPackage = (typeof SHARED_PACKAGES)[number];

/** Installed version of a shared package, as seen from a package's folder; `react/jsx-runtime` has react's. */
export function installedVersion(name: SharedPackage, folder: string): string {
  const [root] = name.split('/');
  const require = createRequire(`${folder}/package.json`);
  const { version } = require(`${root ?? name}/package.json`) as { version: string };
  return version;
}

/** Versions of the packages that the shell provides. */
export const sharedVersions = (): Record<string, string> =>
  Object.fromEntries(
    SHARED_PACKAGES.map((name) => [name, installedVersion(name, path.join(repositoryRoot, shell.folder))]),
  );
