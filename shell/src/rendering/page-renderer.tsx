import { StrictMode, type ReactNode } from 'react';
import type { Api, ModuleId, PageHead } from '@vidlunnia/contracts';
import { HttpError } from '@vidlunnia/http';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { createRoutes, FIRST_PAGE } from '../app/routes';
import type { Failure } from '../failure';
import { identifierPrefix } from '../islands/island';
import { describeError } from './describe-error';
import { markOf, PlacedIslands, ServerIsland, type PlacedIsland } from './server-island';
import { HEADS } from '../pages/page-heads';
import type { ServedIsland, PageState } from '../pages/page-state';
import { rowOf } from '../pages/page-table';
import { addressOf, forEachIsland, pageAt, type Page } from '../pages/pages';
import type { PageRequest } from '../pages/page-request';
import { isZoneId, type Zone } from '../pages/zones';
import { ContactChoice } from '../islands/contact-choice';
import { PageServicesProvider, type PageServices } from '../islands/page-services';
import { IslandStore } from '../islands/island-lifecycle';
import { RemoteIsland } from '../islands/remote-island';
import type { RemoteLoader } from '../remotes/remote-loader';
import { DEADLINES } from './deadlines';
import { renderWhole } from './render-whole';

/** A page as the server made it. */
export interface RenderedPage {
  readonly status: 200 | 404 | 503;
  /** HTML of the document's root element. */
  readonly html: string;
  readonly head: PageHead;
  readonly state: PageState;
  /** What did not come or could not be rendered; a page with any is good for one visitor only. */
  readonly failures: readonly Failure[];
  /** The same in words. */
  readonly problems: readonly string[];
  /** What the API gave and the page leaves out; it is whole all the same. */
  readonly notices?: readonly string[];
  /** Of the problems those that islands threw while they were rendered. */
  readonly crashes: readonly string[];
  /** Modules whose code did not arrive. */
  readonly missing: readonly ModuleId[];
  /** Modules that have no data, be it that they load none; of zones, those whose loading failed. */
  readonly withoutData: readonly ModuleId[];
}

export interface PageRendererOptions {
  readonly loader: RemoteLoader;
  /** Zones of the release set; none when absent. */
  readonly zones?: readonly Zone[];
  /** Milliseconds that an island's data may take before the page goes out without them. */
  readonly dataDeadline: number;
  /** Months for which submissions are kept; 0 keeps them. */
  readonly retentionMonths: number;
  /** Milliseconds for the whole page, its data included: what still waits for something is cut off. */
  readonly renderDeadline?: number;
}

/** Called before an island is rendered: one that loops can be named by it. */
type OnIsland = (id: ModuleId | 'page') => void;

/** Renders pages: starts every island at once, waits for all, renders what arrived. */
export function createPageRenderer({
  loader,
  zones = [],
  dataDeadline,
  retentionMonths,
  renderDeadline = DEADLINES.rendering,
}: PageRendererOptions) {
  /** The page of every post that does not exist: rendered for the first of them. */
  let missingPost: RenderedPage | null = null;

  return async (
    { pathname, submission, service }: Omit<PageRequest, 'golden' | 'requestId'>,
    api: Api,
    onIsland?: OnIsland,
  ): Promise<RenderedPage> => {
    const page = pageAt(pathname);
    const end = performance.now() + renderDeadline;
    const failures: Failure[] = [];
    let isNotFound = false;
    const note = (id: ModuleId | 'page', stage: Failure['stage'], error: unknown): Failure => {
      const failure = { id, stage, reason: describeError(error) };
      failures.push(failure);
      isNotFound ||= id === CONTENT_OF[page.kind] && error instanceof HttpError && error.status === 404;
      return failure;
    };
    const store = new IslandStore({ loader, api, dataDeadline, note }, zones);
    await store.open(page);
    const { islands, head } = arrived(page, store);
    for (const [id, { data }] of islands) {
      const lacks = data === null && rowOf(id).loads && !failures.some((failure) => failure.id === id);
      if (lacks && !isZoneId(id)) note(id, 'data', 'it loads none');
    }
    const status = statusOf(page, head, failures, isNotFound);
    const isMissingPost = page.kind === 'post' && status === 404;
    if (isMissingPost && missingPost) return missingPost;
    const router = createMemoryRouter(createRoutes(store, null), {
      initialEntries: [addressOf(page)],
      hydrationData: FIRST_PAGE,
    });
    const { html, placed } = await renderIslands(<RouterProvider router={router} />, {
      services: {
        store,
        api,
        submission,
        contactChoice: new ContactChoice(service ?? null),
        retentionMonths,
        announce: () => undefined,
        settled: true,
        IslandContent: ServerIsland,
      },
      onIsland,
      onError: (id, error) => {
        note(id, 'render', error);
        if (id !== 'page') islands.delete(id);
      },
      timeLeft: () => Math.max(0, end - performance.now()),
    });
    router.dispose();
    const rendered: RenderedPage = {
      status,
      html,
      head: head ?? HEADS[page.kind],
      state: {
        islands: islandStates(placed, islands),
        submission,
        retentionMonths,
        complete: failures.length === 0,
      },
      failures,
      ...inWords(failures),
    };
    if (isMissingPost && !failures.some(({ stage }) => stage === 'render')) missingPost = rendered;
    return rendered;
  };
}

interface Rendering {
  readonly services: PageServices;
  readonly onIsland: OnIsland | undefined;
  readonly onError: (id: ModuleId | 'page', error: unknown) => void;
  /** Milliseconds until the page has to be rendered. */
  readonly timeLeft: () => number;
}

/** Renders a tree, and by itself every island that stands in it; `placed` are all islands, inner ones too. */
async function renderIslands(
  tree: ReactNode,
  rendering: Rendering,
  id: ModuleId | 'page' = 'page',
): Promise<{ readonly html: string; readonly placed: readonly PlacedIsland[] }> {
  const { services, onIsland, onError, timeLeft } = rendering;
  const rendered: PlacedIsland[] = [];
  const outer = await renderWhole(
    <StrictMode>
      <PageServicesProvider value={services}>
        <PlacedIslands value={rendered}>
          <Announced by={() => onIsland?.(id)}>{tree}</Announced>
        </PlacedIslands>
      </PageServicesProvider>
    </StrictMode>,
    {
      identifierPrefix: identifierPrefix(id),
      deadline: timeLeft(),
      onError: (error) => {
        onError(id, error);
      },
    },
  );
  // An island that crashed took the places in it with it.
  const placed = rendered.filter((island) => outer.includes(markOf(island.id)));
  const islands = await Promise.all(
    placed.map(async (island) => ({
      mark: markOf(island.id),
      ...(await renderIslands(<RemoteIsland {...island} />, rendering, island.id)),
    })),
  );
  return {
    html: islands.reduce((page, { mark, html }) => page.replace(mark, () => html), outer),
    placed: [...placed, ...islands.flatMap((island) => island.placed)],
  };
}

/** React renders later than it is asked to: who wants to know what it is at has to stand in the tree. */
function Announced({ by, children }: { readonly by: () => void; readonly children: ReactNode }) {
  by();
  return children;
}

interface ArrivedIsland {
  readonly data: unknown;
  readonly interactive: boolean;
}

interface Arrived {
  /** Islands whose code arrived. */
  readonly islands: Map<ModuleId, ArrivedIsland>;
  /** Head that an island wants for the page that it makes. */
  readonly head: PageHead | null;
}

function arrived(page: Page, store: IslandStore): Arrived {
  const islands = new Map<ModuleId, ArrivedIsland>();
  let head: PageHead | null = null;
  forEachIsland(page, store.zones, ({ id, params }) => {
    const { loaded, data } = store.island(id, params).state();
    if (!loaded) return;
    islands.set(id, { data, interactive: loaded.module.interactive ?? false });
    // A zone adds to a page, and says nothing of it.
    if (!isZoneId(id)) head = loaded.module.head?.(data) ?? head;
  });
  return { islands, head };
}

/** The browser is told of islands with behaviour, and of those that it has to try itself. */
function islandStates(placed: readonly PlacedIsland[], islands: Arrived['islands']): PageState['islands'] {
  const states = placed.flatMap(({ id, slot }): [ModuleId, ServedIsland<ModuleId>][] => {
    const island = islands.get(id);
    if (!island) return [[id, { slot }]];
    return island.interactive ? [[id, { slot, data: island.data }]] : [];
  });
  // Each state is its own id's: `Object.fromEntries` forgets which id is whose.
  return Object.fromEntries(states) as PageState['islands'];
}

/** What a page is there for, where that is one island. */
const CONTENT_OF: Readonly<Partial<Record<Page['kind'], ModuleId>>> = {
  post: 'blog/Post',
  archive: 'blog/Archive',
};

/** A post that is not there is one thing, an API that could not be asked another; the visitor reads the same text. */
function statusOf(
  page: Page,
  head: PageHead | null,
  failures: readonly Failure[],
  isNotFound: boolean,
): RenderedPage['status'] {
  if (page.kind === 'unknown' || head?.missing || isNotFound) return 404;
  return failures.some(({ id }) => id === CONTENT_OF[page.kind]) ? 503 : 200;
}

/** Failures as lists. */
function inWords(failures: readonly Failure[]) {
  const text = ({ id, stage, reason }: Failure) =>
    `${id} could not be ${stage === 'render' ? 'rendered' : 'loaded'}: ${reason}`;
  const idsAt = (wanted: Failure['stage']) =>
    failures.flatMap(({ id, stage }) => (stage === wanted && id !== 'page' ? [id as ModuleId] : []));
  return {
    problems: failures.map(text),
    crashes: failures.filter(({ id, stage }) => stage === 'render' && id !== 'page').map(text),
    missing: idsAt('load'),
    withoutData: idsAt('data'),
  };
}
