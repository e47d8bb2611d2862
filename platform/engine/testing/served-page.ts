import { jest } from '@jest/globals';
import { ServedIslands } from '../browser/islands/served-islands';
import { pageAt } from '../../../shell/src/pages/pages';
import { textOf, type IslandStates, type RenderedPage } from '../page/rendered-page';
import type { Starter } from '../browser/starter/starter';
import { fakeApi, fakeLoader, fakeServices, type Modules } from './islands';
import { statesOf } from './renderer';
import { CALLS, MODULES } from './site-modules';

type Render = (pathname: string, changes: Modules) => Promise<RenderedPage>;
let render: Render | undefined;

/** The server's rendering with its own copy of React, as on a server. Modules of the test must not have hooks. */
async function loadRendering(): Promise<Render> {
  let loaded: Render | undefined;
  await jest.isolateModulesAsync(async () => {
    const { createPageRenderer } = await import('../rendering/page-renderer');
    const { MODULES: modules } = await import('./site-modules');
    await import('./setup');
    loaded = (pathname, changes) => {
      const { loader } = fakeLoader({ ...modules, ...changes });
      return createPageRenderer({ loader, dataDeadline: 50 })(
        { page: pageAt(pathname), submission: null },
        fakeApi(CALLS),
      );
    };
  });
  if (!loaded) throw new Error('The rendering is missing');
  return loaded;
}

/** Renders these modules and the sample site's others as the server does, and puts the HTML into the document. */
export async function serve(changes: Modules = {}, pathname = '/'): Promise<RenderedPage> {
  render ??= await loadRendering();
  const page = await render(pathname, changes);
  window.history.replaceState(null, '', pathname);
  document.title = page.head.title;
  document.body.innerHTML = `<div id="root">${textOf(page.html)}</div>`;
  return page;
}

/** The islands of a served page in the browser, and a starter for them. */
export function islandsOf(rendered: RenderedPage, changes: Modules = {}) {
  const settle = jest.fn<Starter['settle']>();
  const starter: Starter = { wanted: new Set(), pressed: new Map(), isFilled: () => false, settle };
  const log = jest.fn();
  const { services, requested } = fakeServices({ ...MODULES, ...changes }, { calls: CALLS, log });
  // Serialised, like in a page.
  const states = JSON.parse(JSON.stringify(statesOf(rendered))) as IslandStates;
  const islands = new ServedIslands(pageAt(window.location.pathname), states, services, starter);
  return { islands, services, starter, settle, log, requested };
}
