import { SERVICE_TYPES, type Api, type ModuleId, type PageHead } from '@vidlunnia/contracts';
import { HttpError } from '@vidlunnia/http';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { createRoutes } from '../app/app';
import type { Failure } from '../failure';
import { contactSlot, type IslandProps } from '../islands/island';
import { IslandStore, Observable, type LifecycleContext } from '../islands/lifecycle';
import { HEADS } from '../pages/page-heads';
import type { PageRequest } from '../pages/page-request';
import type { PageState, ServedIsland } from '../pages/page-state';
import { rowOf } from '../pages/page-table';
import { addressOf, islandsOf, pageAt, type Page } from '../pages/pages';
import type { Zone } from '../pages/zones';
import type { RemoteLoader } from '../remotes/federation';
import { DEADLINES } from './deadlines';
import { describeError } from './describe-error';
import { renderIslands, type Rendering } from './render-islands';

/** A page rendered by the server. */
export interface RenderedPage {
  readonly status: 200 | 404 | 503;
  /** HTML of the document's root element. */
  readonly html: string;
  readonly head: PageHead;
  readonly state: PageState;
  /** Parts that were not loaded or rendered; a page with failures is only for one visitor. */
  readonly failures: readonly Failure[];
  /** Invalid items from the API that the page leaves out; it still counts as complete. */
  readonly notices?: readonly string[];
  /** No service has the name in the address: the page is the one without a name, and must not be cached under it. */
  readonly isServiceUnknown?: true;
}

interface PageRendererOptions {
  readonly loader: RemoteLoader;
  /** Zones of the release set; none when absent. */
  readonly zones?: readonly Zone[];
  /** Milliseconds for an island's data before the page is rendered without them. */
  readonly dataDeadline: number;
  /** Months for which submissions are kept; 0 keeps them. */
  readonly retentionMonths: number;
  /** Milliseconds for the whole page, including its data: parts that are still waiting are cut off. */
  readonly renderDeadline?: number;
}

/** Renders pages: loads every island at once, waits for all, renders the result. */
export function createPageRenderer(options: PageRendererOptions) {
  const { loader, zones, dataDeadline, retentionMonths, renderDeadline = DEADLINES.rendering } = options;
  /** The page of every post that does not exist: rendered for the first of them. */
  let missingPost: RenderedPage | null = null;

  return async (
    { pathname, submission, service }: Omit<PageRequest, 'golden' | 'requestId'>,
    api: Api,
    onIsland?: Rendering['onIsland'],
  ): Promise<RenderedPage> => {
    const signal = AbortSignal.timeout(renderDeadline);
    const page = pageAt(pathname);
    const failures: Failure[] = [];
    /** Whether the API does not know the page's content. */
    let isNotFound = false;
    const note = (id: ModuleId | 'page', stage: Failure['stage'], error: unknown): Failure => {
      const failure = { id, stage, reason: describeError(error) };
      failures.push(failure);
      isNotFound ||= id === CONTENT_OF[page.kind] && error instanceof HttpError && error.status === 404;
      return failure;
    };
    const store = new IslandStore({ loader, api, dataDeadline, note }, zones);
    const [known] = await Promise.all([knownService(service, api, dataDeadline), store.open(page)]);
    noteLackOfData(page, store, note);
    const head = headOf(page, store);
    // A missing post and an unreachable API differ in status, but visitors read the same text.
    const isMissing = page.kind === 'unknown' || (head?.missing ?? isNotFound);
    const isLost = failures.some(({ id }) => id === CONTENT_OF[page.kind]);
    const isMissingPost = page.kind === 'post' && isMissing;
    if (isMissingPost && missingPost) return missingPost;

    const contactChoice = new Observable(contactSlot(known));
    const crashed = new Set<string>();
    const { html, placed } = await renderIslands(<PageAt page={page} />, {
      services: { store, api, submission, contactChoice, retentionMonths },
      onIsland,
      onError: (id, error) => {
        note(id, 'render', error);
        crashed.add(id);
      },
      signal,
    });
    const islands = islandStates(placed, store, crashed);
    const complete = failures.length === 0;
    const rendered: RenderedPage = {
      status: isMissing ? 404 : isLost ? 503 : 200,
      html,
      head: head ?? HEADS[page.kind],
      state: { islands, submission, retentionMonths, complete },
      failures,
      ...(service !== known && { isServiceUnknown: true as const }),
    };
    if (isMissingPost && crashed.size === 0) missingPost = rendered;
    return rendered;
  };
}

/** The page inside the browser's router, so that React generates the same ids. */
function PageAt({ page }: { readonly page: Page }) {
  const router = createMemoryRouter(createRoutes(null), { initialEntries: [addressOf(page)] });
  return <RouterProvider router={router} />;
}

/** The island that is the page's content, if it is a single one. */
const CONTENT_OF: Readonly<Partial<Record<Page['kind'], ModuleId>>> = {
  post: 'blog/Post',
  archive: 'blog/Archive',
};

/**
 * The service with this name, which anybody can put into an address: one that the contact form lists, or one that the
 * API has. The page's services come from the same response of the API.
 */
async function knownService(
  name: string | undefined,
  api: Api,
  deadline: number,
): Promise<string | undefined> {
  if (name === undefined || SERVICE_TYPES.some((type) => type === name)) return name;
  const services = await api.services({ signal: AbortSignal.timeout(deadline) }).catch(() => []);
  return services.find(({ title }) => title === name)?.title;
}

/** A module whose contract has data needs to load them; only a zone's module knows whether it has data. */
function noteLackOfData(page: Page, store: IslandStore, note: LifecycleContext['note']): void {
  for (const { id, params } of islandsOf(page, [])) {
    const { loaded } = store.island(id, params).state.get();
    if (loaded && rowOf(id).loads && !loaded.module.load) note(id, 'data', 'it loads none');
  }
}

/** The head from the island that is the page. A zone is only a part of a page, and does not change its head. */
function headOf(page: Page, store: IslandStore): PageHead | null {
  const heads = islandsOf(page, []).map(({ id, params }) => {
    const { loaded, data } = store.island(id, params).state.get();
    return loaded?.module.head?.(data);
  });
  return heads.findLast((head) => head !== undefined) ?? null;
}

/** The browser needs islands with behaviour, and those that it has to try itself. */
function islandStates(
  placed: readonly IslandProps[],
  store: IslandStore,
  crashed: ReadonlySet<string>,
): PageState['islands'] {
  const states = placed.flatMap(({ id, params, slot }): [ModuleId, ServedIsland][] => {
    const { loaded, data } = store.island(id, params).state.get();
    if (!loaded || crashed.has(id)) return [[id, { slot }]];
    return loaded.module.interactive ? [[id, { slot, data }]] : [];
  });
  // Each state belongs to its id: `Object.fromEntries` loses that type.
  return Object.fromEntries(states) as PageState['islands'];
}
