import { nearOrIdle } from '../parts/hydration-gate';
import type { PartStore } from '../parts/part-store';
import type { PageState } from './page-state';
import { forEachPart, pageAt } from './pages';

/** Takes over every part that the server rendered. Each becomes live when the visitor nears it or nothing else is to do. */
export function adoptPage(store: PartStore, pathname: string, { parts }: PageState): void {
  forEachPart(pageAt(pathname), ({ id, params, element }) => {
    const rendered = parts[id];
    if (rendered) store.adopt(id, params, rendered.data, nearOrIdle(document.getElementById(element)));
  });
}
