import type { ModuleId } from '@vidlunnia/shared/contracts';
import { integrityOf, moduleOf, remoteOf, type ReleaseSet } from '../src/remotes/release-set';
import type { ClientBuild } from './client-build';

/** A script that is checked: only a preload that names the same hash is taken. */
export interface Preload {
  readonly href: string;
  readonly integrity: string;
}

/** Addresses of what a page needs, each once, in the order in which it is needed. */
export interface PageFiles {
  /** Scripts that the document runs. */
  readonly scripts: readonly string[];
  /** Scripts that the running ones will ask for. */
  readonly preloads: readonly Preload[];
  readonly styles: readonly string[];
  readonly fonts: readonly string[];
}

/** The shell's own files, and those of the modules on a page. */
export function filesOf(
  build: ClientBuild,
  { remotes }: ReleaseSet,
  modules: readonly ModuleId[],
): PageFiles {
  const needed = modules.flatMap((id) => {
    const release = remotes[remoteOf(id)];
    const module = release?.modules[moduleOf(id)];
    if (!release || !module) return [];
    const address = (file: string) => release.base + file;
    const js = [release.entry, ...module.js.map(address)];
    return [
      {
        js: js.map((href) => [href, integrityOf(release, href)] as const),
        css: module.css.map(address),
      },
    ];
  });
  const preloads = new Map(needed.flatMap(({ js }) => js));
  return {
    scripts: build.js.map(asset),
    preloads: [...preloads].map(([href, integrity]) => ({ href, integrity })),
    styles: unique([...build.css.map(asset), ...needed.flatMap(({ css }) => css)]),
    fonts: build.fonts.map(asset),
  };
}

const asset = (file: string) => `/assets/${file}`;

const unique = (addresses: readonly string[]) => [...new Set(addresses)];
