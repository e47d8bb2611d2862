import { createContext, StrictMode, use, type ReactNode } from 'react';
import type { ModuleId } from '@vidlunnia/contracts';
import { identifierPrefix, type IslandProps } from '../islands/island';
import { PageServicesProvider, type PageServices } from '../islands/page-services';
import { RemoteIsland } from '../islands/remote-island';
import { renderWhole } from './render-whole';

/** An island for which a rendering left a place. */
export type PlacedIsland = { readonly [Id in ModuleId]: IslandProps<Id> }[ModuleId];

/** Collects the islands of one rendering. */
const PlacedIslands = createContext<PlacedIsland[]>([]);

/** No text of a page can hold it. */
const SECRET = crypto.randomUUID();

/** The HTML in an island's place until it is filled. */
const markOf = (id: ModuleId): string => `<!--${SECRET} ${id}-->`;

/** Leaves a place: each island is rendered by itself, so that its ids are the same when it is hydrated by itself. */
export function ServerIsland<Id extends ModuleId>(props: IslandProps<Id>) {
  const placed = use(PlacedIslands);
  // The compiler does not see that the props of one id are those of a member of the union.
  placed.push(props as PlacedIsland);
  return <div data-island={props.id} dangerouslySetInnerHTML={{ __html: markOf(props.id) }} />;
}

export interface Rendering {
  readonly services: PageServices;
  /** Is called before an island is rendered: one that loops can be named by it. */
  readonly onIsland: ((id: ModuleId | 'page') => void) | undefined;
  readonly onError: (id: ModuleId | 'page', error: unknown) => void;
  /** Ends when the page has to be rendered. */
  readonly signal: AbortSignal;
}

/** Renders a tree, and by itself every island in it; `placed` are all islands, inner ones too. */
export async function renderIslands(
  tree: ReactNode,
  rendering: Rendering,
  id: ModuleId | 'page' = 'page',
): Promise<{ readonly html: string; readonly placed: readonly PlacedIsland[] }> {
  const { services, onIsland, onError, signal } = rendering;
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
      signal,
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

/** Reports that its children are being rendered: React does that later than it is asked to. */
function Announced({ by, children }: { readonly by: () => void; readonly children: ReactNode }) {
  by();
  return children;
}
