import type { Api } from '@vidlunnia/shared/contracts';
import { createApiClient } from '@vidlunnia/shared/http';
import { createPageRenderer, type RenderedPage } from './rendering/page-renderer';
import { modulesOf, pageAt } from './pages/pages';
import { emptyGoldenApi, goldenApi } from './rendering/golden-api';
import type { PageRequest } from './pages/page-request';
import type { ReleaseSet } from './remotes/release-set';
import { createServerLoader, type ServerEntries } from './rendering/server-loader';

export interface RendererOptions {
  readonly releaseSet: ReleaseSet;
  readonly entries: ServerEntries;
  readonly apiOrigin: string;
  /** Milliseconds that an island's data may take before the page goes out without them. */
  readonly dataDeadline: number;
}

export type RenderPage = (request: PageRequest) => Promise<RenderedPage>;

/** What a render worker runs: renders pages of one release set. Resolves when every module of the set was loaded. */
export async function createRenderer(options: RendererOptions): Promise<RenderPage> {
  const loader = createServerLoader(options.releaseSet, options.entries);
  const modules = ['/', '/blog/any'].flatMap((path) => modulesOf(pageAt(path)));
  await Promise.allSettled(modules.map((id) => loader.load(id, 'rendering')));
  const renderer = (source: Api) =>
    createPageRenderer({ loader, api: source, dataDeadline: options.dataDeadline });
  const apiFor = (requestId?: string) =>
    createApiClient({
      baseUrl: `${options.apiOrigin}/api`,
      ...(requestId !== undefined && { headers: { 'X-Request-Id': requestId } }),
    });
  const golden = { full: renderer(goldenApi), empty: renderer(emptyGoldenApi) };
  return ({ pathname, submission, golden: data, requestId }) =>
    (data ? golden[data] : renderer(apiFor(requestId)))(pathname, submission);
}
