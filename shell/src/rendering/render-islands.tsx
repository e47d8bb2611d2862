import { text } from 'node:stream/consumers';
import type { ModuleId } from '@vidlunnia/contracts';
import { StrictMode, type ReactNode } from 'react';
import { prerenderToNodeStream, type PrerenderOptions } from 'react-dom/static';
import { identifierPrefix, RemoteModule } from '../islands/island';
import { PageServicesProvider, type IslandProps, type PageServices } from '../islands/page-services';

/** No text of a page can hold it. */
const SECRET = crypto.randomUUID();

/** The HTML in an island's place until it is filled. */
const markOf = (id: ModuleId): string => `<!--${SECRET} ${id}-->`;

export interface Rendering {
  readonly services: Omit<PageServices, 'leavePlace'>;
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
): Promise<{ readonly html: string; readonly placed: readonly IslandProps[] }> {
  const { services, onIsland, onError, signal } = rendering;
  const left = new Map<ModuleId, IslandProps>();
  // Each island is rendered by itself, so that its ids are the same when it is hydrated by itself.
  const leavePlace = (island: IslandProps) => {
    left.set(island.id, island);
    return <div data-island={island.id} dangerouslySetInnerHTML={{ __html: markOf(island.id) }} />;
  };
  const outer = await renderWhole(
    <StrictMode>
      <PageServicesProvider value={{ ...services, leavePlace }}>
        <Announced by={() => onIsland?.(id)}>{tree}</Announced>
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
  const placed = [...left.values()].filter((island) => outer.includes(markOf(island.id)));
  const islands = await Promise.all(
    placed.map(async ({ id: inner, params, slot }) => {
      const module = <RemoteModule island={services.store.island(inner, params)} slot={slot} />;
      return { mark: markOf(inner), ...(await renderIslands(module, rendering, inner)) };
    }),
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

/**
 * Renders to one finished string: whole pages are cached and compressed, so nothing is streamed, and no boundary may
 * be moved out of its place, since that would need an inline script. Errors inside a boundary go to `onError` and
 * leave its fallback; any other rejects. The signal cuts off what still waits for something.
 */
export async function renderWhole(
  node: ReactNode,
  options: Pick<PrerenderOptions, 'identifierPrefix' | 'onError' | 'signal'>,
): Promise<string> {
  const { prelude } = await prerenderToNodeStream(node, {
    ...options,
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
  });
  return text(prelude);
}
