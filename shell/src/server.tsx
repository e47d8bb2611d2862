import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import type { ModuleId } from '@vidlunnia/contracts';
import { emptyGoldenApi, goldenApi } from '@vidlunnia/contracts/golden';
import { createApiClient } from '@vidlunnia/http';
import { MODULE_IDS } from './pages/pages';
import type { PageRequest, RenderedPage } from './pages/rendered-page';
import { createFederation } from './remotes/federation';
import { remoteOf, type LoadedModule, type ReleaseSet, type RemoteLoader } from './remotes/release-set';
import { createPageRenderer } from './rendering/page-renderer';
import { setSiteFacts } from './site/site';

/** Local files of the releases' server entries, by the address of the release's directory. */
type ServerEntries = Readonly<Record<string, string>>;

export interface RendererOptions {
  readonly releaseSet: ReleaseSet;
  readonly entries: ServerEntries;
  readonly apiOrigin: string;
  /** Milliseconds for an island's data before the page is rendered without them. */
  readonly dataDeadline: number;
  /** Months for which submissions are kept; 0 keeps them. */
  readonly retentionMonths: number;
}

/** `onStep` is called before each step, to name one that hangs or ends the process. */
export type RenderPage = (request: PageRequest, onStep: (step: string) => void) => Promise<RenderedPage>;

/**
 * Renders pages of one release set, in a render worker. Resolves when every module of the set is loaded. Modules are
 * loaded one at a time, so that a looping module can be named.
 */
export async function createRenderer(
  { releaseSet, entries, apiOrigin, dataDeadline, retentionMonths }: RendererOptions,
  onStep: (step: string) => void,
  fetchApi: typeof fetch,
): Promise<RenderPage> {
  setSiteFacts({ owner: releaseSet.owner, retentionMonths });
  const loader = createServerLoader(releaseSet, entries);
  const { zones } = releaseSet;
  for (const id of [...MODULE_IDS, ...zones.map((zone) => zone.id)]) {
    onStep(`${id} was being loaded`);
    // Every page reports the reason of a missing module.
    await loader.load(id).catch(() => undefined);
  }
  const render = createPageRenderer({ loader, zones, dataDeadline });
  const golden = { full: goldenApi, empty: emptyGoldenApi };
  return async ({ golden: data, requestId, ...request }, onPageStep) => {
    onPageStep('its islands were loading');
    const notices: string[] = [];
    const api = createApiClient({
      log: (message) => void notices.push(message),
      fetch: fetchApi,
      baseUrl: `${apiOrigin}/api`,
      ...(requestId !== undefined && { headers: { 'X-Request-Id': requestId } }),
    });
    const page = await render(request, data ? golden[data] : api, (id) => {
      onPageStep(`${id} was being rendered`);
    });
    return { ...page, notices };
  };
}

declare const __non_webpack_require__: NodeJS.Require;

/**
 * The loader of a render worker. It reads one release set from verified local files. Another set needs another worker,
 * because a process cannot unload a release completely. All modules are loaded within the deadline of the worker's
 * start.
 */
export function createServerLoader({ remotes }: ReleaseSet, entries: ServerEntries): RemoteLoader {
  const loadModule = createFederation(localEntries(entries));
  // Cached, even a failure, because a set on disk does not change.
  const loading = new Map<ModuleId, Promise<unknown>>();

  async function loadFromDisk<Id extends ModuleId>(id: Id): Promise<LoadedModule<Id>> {
    const release = remotes[remoteOf(id)];
    if (!release) throw new Error(`The release set has no ${remoteOf(id)}`);
    return { module: await loadModule(release, id), version: release.version };
  }

  return {
    load: <Id extends ModuleId>(id: Id) => {
      const known = loading.get(id) ?? loadFromDisk(id);
      loading.set(id, known);
      // The cache has each module under its own id.
      return known as Promise<LoadedModule<Id>>;
    },
  };
}

const localEntries = (entries: ServerEntries): ModuleFederationRuntimePlugin => ({
  name: 'local-entries',
  loadEntry: ({ remoteInfo: { name, entry } }) => {
    const file = entries[entry];
    if (file === undefined) return Promise.reject(new Error(`No local file is known for ${entry}`));
    const exported = __non_webpack_require__(file) as Record<string, never>;
    return Promise.resolve(exported[name]);
  },
});
