import type { RenderedPage } from '../../src/app/page-renderer';
import type { Renderer } from './renderer';

/** Pages that every set has to render before it goes live. */
const GOLDEN_PAGES = ['/', '/blog/-'];

/**
 * Renders the golden pages. Rejects when one cannot be rendered. Data are no matter: an API that is down refuses no
 * release.
 */
export async function renderGoldenPages(renderer: Renderer): Promise<void> {
  for (const pathname of GOLDEN_PAGES) {
    const page: RenderedPage = await renderer.render({ pathname, submission: null });
    if (page.html === '') throw new Error(`${pathname} was rendered empty`);
  }
}
