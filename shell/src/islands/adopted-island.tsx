import { useLayoutEffect, useRef } from 'react';
import type { ModuleId } from '@vidlunnia/contracts';
import { usePageServices } from './page-services';
import type { IslandProps } from './island';
import { KEPT_HTML } from './kept-html';

/** An island of the server's page inside another one that is live: it stays one, and is handed what is new for it. */
export function AdoptedIsland<Id extends ModuleId>({ id, slot }: IslandProps<Id>) {
  const { islands } = usePageServices();
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const original = islands?.placeOf(id);
    // Another release may have replaced everything around it.
    if (original && original !== place.current) place.current?.replaceChildren(original);
  }, [id, islands]);
  useLayoutEffect(() => {
    islands?.hand(id, slot);
  });
  return <div ref={place} data-island={id} {...KEPT_HTML} />;
}
