import type { ModuleId } from '@vidlunnia/contracts';
import { integrityOf, moduleOf, remoteOf, type ReleaseSet } from '../../src/remotes/release-set';
import type { PageStart, StartFile } from '../../src/starter/page-start';
import type { ClientBuild } from './client-build';

/** Addresses of a page's files, each once. */
export interface PageFiles {
  readonly styles: readonly string[];
  /** The shell's files that the starter loads. */
  readonly start: PageStart['files'];
}

/** The shell's own files, style sheets of the page's modules, and the files of the next page's modules. */
export function filesOf(
  { js, css, app, remotes, http }: ClientBuild,
  set: ReleaseSet,
  modules: readonly ModuleId[],
  next: readonly ModuleId[] = [],
): PageFiles {
  const nextFiles = next.flatMap((id) => islandFiles(set, id));
  const moduleStyles = modules.flatMap((id) => addressesOf(set, id, 'css'));
  return {
    styles: [...new Set([...css.map(asset), ...moduleStyles])],
    start: {
      shell: start(js),
      app: start([...css, ...app]),
      remotes: start(remotes),
      next: [...start(http), ...new Map(nextFiles.map((file) => [file[0], file])).values()],
    },
  };
}

/** Files that make an island live: its remote's entry, its code and its style sheets. */
export function islandFiles(set: ReleaseSet, id: ModuleId): StartFile[] {
  const release = set.remotes[remoteOf(id)];
  if (!release) return [];
  const addresses = [release.entry, ...addressesOf(set, id, 'js'), ...addressesOf(set, id, 'css')];
  return addresses.map((address) => [address, integrityOf(release, address)]);
}

function addressesOf({ remotes }: ReleaseSet, id: ModuleId, kind: 'js' | 'css'): string[] {
  const release = remotes[remoteOf(id)];
  return release?.modules[moduleOf(id)]?.[kind].map((file) => release.base + file) ?? [];
}

const start = (files: readonly string[]) => files.map((file): StartFile => [asset(file)]);

const asset = (file: string) => `/assets/${file}`;
