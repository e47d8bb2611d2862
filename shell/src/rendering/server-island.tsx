import { createContext, use } from 'react';
import type { ModuleId } from '@vidlunnia/contracts';
import type { IslandProps } from '../islands/island';

/** An island for which a rendering left a place. */
export type PlacedIsland = { readonly [Id in ModuleId]: IslandProps<Id> }[ModuleId];

/** Collects the islands of one rendering. */
export const PlacedIslands = createContext<PlacedIsland[]>([]);

/** No text of a page can hold it. */
const SECRET = crypto.randomUUID();

/** The HTML that stands in an island's place until it is filled. */
export const markOf = (id: ModuleId): string => `<!--${SECRET} ${id}-->`;

/** Leaves a place: each island is rendered by itself, so that its ids are the same when it is hydrated by itself. */
export function ServerIsland<Id extends ModuleId>(props: IslandProps<Id>) {
  const placed = use(PlacedIslands);
  // The compiler does not see that the props of one id are those of a member of the union.
  placed.push(props as PlacedIsland);
  return <div data-island={props.id} dangerouslySetInnerHTML={{ __html: markOf(props.id) }} />;
}
