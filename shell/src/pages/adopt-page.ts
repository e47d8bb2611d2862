import { nearOrIdle } from '../parts/hydration-gate';
import type { PartStore } from '../parts/part-store';
import type { PageState } from './page-state';
import { forEachPart, pageAt, POST_ELEMENT } from './pages';

/** Takes over every part that the server rendered. Each becomes live when the visitor nears it or nothing else is to do. */
export function adoptPage(store: PartStore, pathname: string, parts: PageState['parts']): void {
  forEachPart(pageAt(pathname), ({ id, params, element }) => {
    const rendered = parts[id];
    if (!rendered) return;
    const place = document.getElementById(element);
    const nodes = element === POST_ELEMENT ? [...(place?.children ?? [])] : place ? [place] : [];
    void store.adopt(id, params, { data: rendered.data, nodes, ready: nearOrIdle(place) });
  });
}
