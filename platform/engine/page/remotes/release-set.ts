import type { RemoteModule } from '../../site';
import type { Zone } from '../modules';

/** Files of an exposed module, relative to its release's directory. */
interface ModuleFiles {
  readonly js: readonly string[];
  readonly css: readonly string[];
}

/** The part of a remote's live release that the page needs; every address is on the site's own origin. */
export interface RemoteRelease {
  readonly version: string;
  /** Address of the release's directory, with a trailing slash. */
  readonly base: string;
  /** Name of the federation container, different for every version. */
  readonly container: string;
  /** Address of the federation entry. */
  readonly entry: string;
  /** Files of each exposed module, relative to `base`. */
  readonly modules: Readonly<Record<string, ModuleFiles>>;
  /** Values of `integrity` attributes for the entry and the modules' files, by file relative to `base`. */
  readonly integrity: Readonly<Record<string, string>>;
}

/** The releases and facts from which pages are rendered. A remote without a valid release is absent. */
export interface ReleaseSet {
  readonly id: string;
  readonly remotes: Readonly<Record<string, RemoteRelease>>;
  /** Zones of the operator's list whose modules these releases have. */
  readonly zones: readonly Zone[];
  /** The site's facts, JSON. */
  readonly facts: unknown;
  /** The version of the content that a preview shows; absent for live content. */
  readonly content?: string;
}

/** Id of the element with the document's release set. */
export const RELEASE_SET_ELEMENT = 'release-set';

/** The shell serves the live release set here, for remotes that a document does not name. */
export const RELEASE_SET_PATH = '/-/release-set';

/** Value of the `integrity` attribute for an address of a release. Throws when the release has no hash for it. */
export function integrityOf({ base, integrity }: RemoteRelease, address: string): string {
  const hash = integrity[address.slice(base.length)];
  if (hash === undefined) throw new Error(`${address} has no hash in its release`);
  return hash;
}

/** A loaded module. */
export interface LoadedModule {
  readonly module: RemoteModule;
  /** Version of its release. */
  readonly version: string;
}

/** Loads a module that a remote exposes: `browser-loader.ts` for a page, `rendering/renderer.ts` for a render worker. */
export type RemoteLoader = (id: string) => Promise<LoadedModule>;
