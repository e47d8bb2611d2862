import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { remoteOf } from '../page/modules';
import { createFederation } from '../page/remotes/federation';
import type { LoadedModule, ReleaseSet, RemoteLoader } from '../page/remotes/release-set';
import type { RenderedPage } from '../page/rendered-page';
import type { PageRequest, SharedLibraries, Site, SiteFrame } from '../site';
import { createPageRenderer } from './page-renderer';

/** How a site's client of its API sends requests in a render worker. */
export interface ApiOptions {
  readonly origin: string;
  readonly fetch: typeof fetch;
  readonly headers: Readonly<Record<string, string>>;
  /** Receives a sentence about each invalid item that the client leaves out. */
  readonly log: (message: string) => void;
}

/** A site in a render worker. */
export interface RenderedSite extends Site, SiteFrame {
  readonly libraries: SharedLibraries;
  createApi(options: ApiOptions): object;
  /** Golden data instead of the API's, by the name in `goldenPages`. */
  readonly goldenApis: Readonly<Record<string, object>>;
}

/** Server entry files on disk, by the container's name. */
type ServerEntries = Readonly<Record<string, string>>;

export interface RendererOptions {
  readonly releaseSet: ReleaseSet;
  readonly entries: ServerEntries;
  readonly apiOrigin: string;
  /** Milliseconds for an island's data before the page is rendered without them. */
  readonly dataDeadline: number;
}

/** `onStep` is called before each step, to name one that hangs or ends the process. */
export type RenderPage = (request: PageRequest, onStep: (step: string) => void) => Promise<RenderedPage>;

/** Creates the renderer of a release set, in a worker; the site's server bundle exports it. */
export type CreateRenderer = (
  options: RendererOptions,
  onStep: (step: string) => void,
  fetchApi: typeof fetch,
) => Promise<RenderPage>;

/**
 * Renders a site's pages. Resolves when every module of the set is loaded. Modules are loaded one at a time, so that a
 * looping module can be named.
 */
export const rendererOf =
  (site: RenderedSite): CreateRenderer =>
  async ({ releaseSet, entries, apiOrigin: origin, dataDeadline }, onStep, fetchApi) => {
    const { facts, zones } = releaseSet;
    site.setFacts?.(facts);
    const load = createServerLoader(releaseSet, entries, site.libraries);
    for (const id of [...Object.keys(site.modules), ...zones.map((zone) => zone.id)]) {
      onStep(`${id} was being loaded`);
      // Every page reports the reason of a missing module.
      await load(id).catch(() => undefined);
    }
    const render = createPageRenderer({ site, load, zones, dataDeadline });
    return async ({ golden, requestId, ...request }, onPageStep) => {
      onPageStep('its islands were loading');
      const notices: string[] = [];
      const headers = requestId === undefined ? {} : { 'X-Request-Id': requestId };
      const log = (message: string) => void notices.push(message);
      const data = golden === undefined ? undefined : site.goldenApis[golden];
      const api = data ?? site.createApi({ origin, fetch: fetchApi, headers, log });
      const page = await render(request, api, (id) => {
        onPageStep(`${id} was being rendered`);
      });
      return { ...page, notices };
    };
  };

declare const __non_webpack_require__: NodeJS.Require;

/**
 * The loader of a render worker. It reads one release set from verified local files. Another set needs another worker,
 * because a process cannot unload a release completely. All modules are loaded within the deadline of the worker's
 * start.
 */
export function createServerLoader(
  { remotes }: Pick<ReleaseSet, 'remotes'>,
  entries: ServerEntries,
  libraries: SharedLibraries,
): RemoteLoader {
  const loadModule = createFederation(libraries, localEntries(entries));
  // Cached, even a failure, because a set on disk does not change.
  const loading = new Map<string, Promise<LoadedModule>>();

  async function loadFromDisk(id: string): Promise<LoadedModule> {
    const release = remotes[remoteOf(id)];
    if (!release) throw new Error(`The release set has no ${remoteOf(id)}`);
    return { module: await loadModule(release, id), version: release.version };
  }

  return (id) => {
    const known = loading.get(id) ?? loadFromDisk(id);
    loading.set(id, known);
    return known;
  };
}

const localEntries = (entries: ServerEntries): ModuleFederationRuntimePlugin => ({
  name: 'local-entries',
  loadEntry: ({ remoteInfo: { name } }) => {
    const file = entries[name];
    if (file === undefined) return Promise.reject(new Error(`No local file is known for ${name}`));
    const exported = __non_webpack_require__(file) as Record<string, never>;
    return Promise.resolve(exported[name]);
  },
});
