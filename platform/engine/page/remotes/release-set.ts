import type { RemoteModule } from '../../site';
import type { Zone } from '../modules';

/** A public file of a release: its address on the site's own origin, and the value of its `integrity` attribute. */
export type ReleaseFile = readonly [href: string, integrity: string];

/** The part of a remote's live release that the page needs. */
export interface RemoteRelease {
  readonly version: string;
  /** Name of the federation container, different for every version. */
  readonly container: string;
  /** The federation entry. */
  readonly entry: ReleaseFile;
  /** Files of each exposed module. */
  readonly modules: Readonly<Record<string, Readonly<Record<'js' | 'css', readonly ReleaseFile[]>>>>;
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

/** The host serves the live release set here, for remotes that a document does not name. */
export const RELEASE_SET_PATH = '/-/release-set';

/** A loaded module. */
export interface LoadedModule {
  readonly module: RemoteModule;
  /** Version of its release. */
  readonly version: string;
}

/** Loads a module that a remote exposes: `browser-loader.ts` for a page, `rendering/renderer.ts` for a render worker. */
export type RemoteLoader = (id: string) => Promise<LoadedModule>;
