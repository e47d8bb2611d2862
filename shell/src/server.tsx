import { createApiClient } from '@vidlunnia/http';
import { createPageRenderer } from './rendering/page-renderer';
import { MODULE_IDS } from './pages/page-table';
import { emptyGoldenApi, goldenApi } from './rendering/golden-api';
import { setOwner } from './site';
import type { PageRequest } from './pages/page-request';
import type { RenderedPage } from './pages/rendered-page';
import type { ReleaseSet } from './remotes/release-set';
import { createServerLoader, type ServerEntries } from './rendering/server-loader';

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
 * The program of a render worker: renders pages of one release set. Resolves when every module of the set has been
 * loaded, one after another, so that a module that loops can be named.
 */
export async function createRenderer(
  options: RendererOptions,
  onStep: (step: string) => void,
  fetchApi: typeof fetch,
): Promise<RenderPage> {
  setOwner(options.releaseSet.owner);
  const loader = createServerLoader(options.releaseSet, options.entries);
  const { zones } = options.releaseSet;
  for (const id of [...MODULE_IDS, ...zones.map((zone) => zone.id)]) {
    onStep(`${id} was being loaded`);
    // Every page with a missing module reports the reason.
    await loader.load(id, 'page').catch(() => undefined);
  }
  const { dataDeadline, retentionMonths } = options;
  const render = createPageRenderer({ loader, zones, dataDeadline, retentionMonths });
  const apiFor = (log: (message: string) => void, requestId?: string) =>
    createApiClient({
      log,
      fetch: fetchApi,
      baseUrl: `${options.apiOrigin}/api`,
      ...(requestId !== undefined && { headers: { 'X-Request-Id': requestId } }),
    });
  const golden = { full: goldenApi, empty: emptyGoldenApi };
  return async ({ golden: data, requestId, ...request }, onPageStep) => {
    onPageStep('its islands were loading');
    const notices: string[] = [];
    const note = (message: string) => void notices.push(message);
    const page = await render(request, data ? golden[data] : apiFor(note, requestId), (id) => {
      onPageStep(`${id} was being rendered`);
    });
    return { ...page, notices };
  };
}
