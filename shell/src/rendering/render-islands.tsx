import { text } from 'node:stream/consumers';
import type { ModuleId } from '@vidlunnia/contracts';
import { StrictMode, type ReactNode } from 'react';
import { prerenderToNodeStream, type PrerenderOptions } from 'react-dom/static';
import type { Failure } from '../failure';
import {
  identifierPrefix,
  PageServicesProvider,
  RemoteModule,
  type IslandProps,
  type PageServices,
} from '../islands/island';
import type { Html, RenderedIsland } from '../pages/rendered-page';

export interface Rendering {
  readonly services: Omit<PageServices, 'mode'>;
  /** Called before an island is rendered, to name one that loops. */
  readonly onIsland: ((id: ModuleId | 'page') => void) | undefined;
  readonly note: (id: ModuleId | 'page', stage: 'render', error: unknown) => void;
  /** All failures so far. */
  readonly failures: readonly Failure[];
  /** Aborted when rendering has to end. */
  readonly signal: AbortSignal;
}

/** No text of a page can contain it. */
const SECRET = crypto.randomUUID();
const MARK = new RegExp(`(<!--${SECRET} [^>]*-->)`);

/**
 * Renders a tree, and every island in it separately: the browser hydrates each as a React root of its own, whose ids
 * have to be the same. So React leaves a mark in the island's place, and the HTML is cut there.
 */
export async function renderIslands(
  tree: ReactNode,
  rendering: Rendering,
  id: ModuleId | 'page' = 'page',
): Promise<Html> {
  const { services, onIsland, note, signal } = rendering;
  const left = new Map<string, IslandProps>();
  const leavePlace = (island: IslandProps) => {
    const mark = `<!--${SECRET} ${island.id}-->`;
    left.set(mark, island);
    return <div data-island={island.id} dangerouslySetInnerHTML={{ __html: mark }} />;
  };
  const html = await renderWhole(
    <StrictMode>
      <PageServicesProvider value={{ ...services, mode: { kind: 'server', leavePlace } }}>
        <Announced by={() => onIsland?.(id)}>{tree}</Announced>
      </PageServicesProvider>
    </StrictMode>,
    {
      identifierPrefix: identifierPrefix(id),
      signal,
      onError: (error) => {
        note(id, 'render', error);
      },
    },
  );
  // An island that crashed has no marks: it also removed the islands inside it.
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
  const hasCrashed = rendering.failures.some((failure) => failure.id === id && failure.stage === 'render');
  // The browser tries what the server could not render.
  if (!loaded || hasCrashed) return { id, html, state: { slot } };
  return { id, html, ...(loaded.module.interactive && { state: { slot, data } }) };
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
