import { text } from 'node:stream/consumers';
import { StrictMode, type ReactNode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { PageMain } from '../page/main';
import type { Page, PageHead, PageRequest, Site, SiteFrame } from '../site';
import type { Failure } from '../page/failures';
import {
  identifierPrefix,
  PageServicesProvider,
  PageSlots,
  RemoteModule,
  type IslandProps,
  type PageServices,
} from '../page/islands/island';
import { IslandStore } from '../page/islands/lifecycle';
import { isZoneId, modulesOf, type Zone } from '../page/modules';
import { DEADLINES, type Html, type RenderedIsland, type RenderedPage } from '../page/rendered-page';
import type { RemoteLoader } from '../page/remotes/release-set';
import { describeError } from './describe-error';

interface PageRendererOptions {
  readonly site: Site & SiteFrame;
  readonly load: RemoteLoader;
  /** Zones of the release set; none when absent. */
  readonly zones?: readonly Zone[];
  /** Milliseconds for an island's data before the page is rendered without them. */
  readonly dataDeadline: number;
}

type RenderPage = (
  request: Omit<PageRequest, 'golden' | 'requestId'>,
  api: object,
  onIsland?: Rendering['onIsland'],
) => Promise<RenderedPage>;

/** Renders pages: loads all islands in parallel, waits for all, renders the result. */
export function createPageRenderer(options: PageRendererOptions): RenderPage {
  const { site, load, zones, dataDeadline } = options;
  return async ({ page, input = null }, api, onIsland) => {
    const signal = AbortSignal.timeout(DEADLINES.rendering);
    const failures: Failure[] = [];
    /** The error of the last failure, by island. */
    const errors = new Map<string, unknown>();
    const note = (id: string, stage: Failure['stage'], error: unknown): Failure => {
      const failure = { id, stage, reason: describeError(error) };
      failures.push(failure);
      errors.set(id, error);
      return failure;
    };
    const store = new IslandStore(site, { load, api, dataDeadline, note }, zones);
    await store.open(page);
    // Zones never set the head, and may load no data.
    const heads = store
      .on(page)
      .filter(({ id }) => !isZoneId(id))
      .map(({ id, state }) => {
        const { loaded, data } = state.get();
        if (loaded && site.modules[id]?.loads && !loaded.module.load) note(id, 'data', 'it loads none');
        return loaded?.module.head?.(data);
      });
    const head = heads.findLast((each) => each !== undefined);
    const kind = kindOf(site, page, head, errors);
    const services = { site, store, api, input, slots: new PageSlots(site.slotsOf?.(input) ?? {}) };
    const rendering = { services, onIsland, note, failures, signal };
    const html = await renderIslands(
      <site.Frame page={page}>
        <PageMain page={page} Content={site.Content} />
      </site.Frame>,
      rendering,
    );
    return { kind, head: head ?? site.headOf(page), html, failures };
  };
}

/** The kind of the rendered page. Visitors see the same text on a missing and a lost page. */
function kindOf(
  site: Site,
  page: Page,
  head: PageHead | undefined,
  errors: ReadonlyMap<string, unknown>,
): RenderedPage['kind'] {
  if (page.kind === 'unknown' || head?.missing) return 'missing';
  const content = page.params ? modulesOf(site, page, [])[0] : undefined;
  if (content === undefined || !errors.has(content)) return 'page';
  const error = errors.get(content);
  return error instanceof Error && 'status' in error && error.status === 404 ? 'missing' : 'lost';
}

interface Rendering {
  readonly services: Omit<PageServices, 'mode'>;
  /** Called before an island is rendered, to name one that loops. */
  readonly onIsland: ((id: string) => void) | undefined;
  readonly note: (id: string, stage: 'late' | 'render', error: unknown) => void;
  /** All failures so far. */
  readonly failures: readonly Failure[];
  /** Aborted at the deadline of rendering. */
  readonly signal: AbortSignal;
}

/** Random, so no text of a page contains it. */
const SECRET = crypto.randomUUID();
const MARK = new RegExp(`(<!--${SECRET} [^>]*-->)`);

/**
 * Renders a tree, and every island in it separately, because the browser hydrates each island as a React root with the
 * same ids. React leaves a mark for each island, and the HTML is split there.
 */
async function renderIslands(tree: ReactNode, rendering: Rendering, id = 'page'): Promise<Html> {
  const { services, onIsland, note, signal } = rendering;
  const left = new Map<string, IslandProps>();
  const leavePlaceholder = (island: IslandProps) => {
    const mark = `<!--${SECRET} ${island.id}-->`;
    left.set(mark, island);
    return <div data-island={island.id} dangerouslySetInnerHTML={{ __html: mark }} />;
  };
  const html = await renderWhole(
    <StrictMode>
      <PageServicesProvider value={{ ...services, mode: { kind: 'server', leavePlaceholder } }}>
        <Announced by={() => onIsland?.(id)}>{tree}</Announced>
      </PageServicesProvider>
    </StrictMode>,
    (error) => {
      note(id, error === signal.reason ? 'late' : 'render', error);
    },
    signal,
    identifierPrefix(id),
  );
  // A crashed island has no marks, so its nested islands are gone too.
  return Promise.all(
    html.split(MARK).map(async (piece) => {
      const island = left.get(piece);
      return island ? renderIsland(island, rendering) : piece;
    }),
  );
}

async function renderIsland(
  { id, params, slot }: IslandProps,
  rendering: Rendering,
): Promise<RenderedIsland> {
  const island = rendering.services.store.island(id, params);
  const html = await renderIslands(<RemoteModule island={island} slot={slot} />, rendering, id);
  const { loaded, data } = island.state.get();
  const hasCrashed = rendering.failures.some(({ id: failed, stage }) => failed === id && stage !== 'data');
  // The browser retries an island that the server could not render.
  if (!loaded || hasCrashed) return { id, html, state: { slot } };
  return { id, html, ...(loaded.module.interactive && { state: { slot, data } }) };
}

/** Reports when React begins to render the children, which may be late. */
function Announced({ by, children }: { readonly by: () => void; readonly children: ReactNode }) {
  by();
  return children;
}

/**
 * Renders to one string without streaming, because whole pages are cached and compressed, and streamed boundaries would
 * need an inline script. An error inside a boundary goes to `onError` and leaves the fallback; other errors reject. The
 * signal cuts off pending parts.
 */
export async function renderWhole(
  node: ReactNode,
  onError: (error: unknown) => void,
  signal: AbortSignal,
  prefix: string,
): Promise<string> {
  const { prelude } = await prerenderToNodeStream(node, {
    onError,
    signal,
    identifierPrefix: prefix,
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
  });
  return text(prelude);
}
