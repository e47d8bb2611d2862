import { text } from 'node:stream/consumers';
import type { ModuleId } from '@vidlunnia/contracts';
import { StrictMode, type ReactNode } from 'react';
import { prerenderToNodeStream, type PrerenderOptions } from 'react-dom/static';
import {
  identifierPrefix,
  PageServicesProvider,
  RemoteModule,
  type IslandProps,
  type PageServices,
} from '../islands/island';

/** No text of a page can contain it. */
const SECRET = crypto.randomUUID();

/** The placeholder of an island until its HTML is inserted. */
const markOf = (id: ModuleId): string => `<!--${SECRET} ${id}-->`;

export interface Rendering {
  readonly services: Omit<PageServices, 'mode'>;
  /** Called before an island is rendered, to name one that loops. */
  readonly onIsland: ((id: ModuleId | 'page') => void) | undefined;
  readonly onError: (id: ModuleId | 'page', error: unknown) => void;
  /** Aborted when rendering has to end. */
  readonly signal: AbortSignal;
}

/** Renders a tree, and every island in it separately; `placed` are all islands, including inner ones. */
export async function renderIslands(
  tree: ReactNode,
  rendering: Rendering,
  id: ModuleId | 'page' = 'page',
): Promise<{ readonly html: string; readonly placed: readonly IslandProps[] }> {
  const { services, onIsland, onError, signal } = rendering;
  const left = new Map<ModuleId, IslandProps>();
  // Each island is rendered separately, so that its ids are the same when it is hydrated separately.
  const leavePlace = (island: IslandProps) => {
    left.set(island.id, island);
    return <div data-island={island.id} dangerouslySetInnerHTML={{ __html: markOf(island.id) }} />;
  };
  const outer = await renderWhole(
    <StrictMode>
      <PageServicesProvider value={{ ...services, mode: { kind: 'server', leavePlace } }}>
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
  // An island that crashed removed the places inside it.
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

/** Reports the start of rendering its children, which React delays. */
function Announced({ by, children }: { readonly by: () => void; readonly children: ReactNode }) {
  by();
  return children;
}

/**
 * Renders to one string: whole pages are cached and compressed, so nothing is streamed, and no boundary may be moved,
 * since that would need an inline script. Errors inside a boundary go to `onError` and leave its fallback; any other
 * rejects. The signal cuts off parts that are still waiting.
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
