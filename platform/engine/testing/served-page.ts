import { jest } from '@jest/globals';
import { ServedIslands } from '../browser/islands/served-islands';
import type { Starter } from '../browser/starter/starter';
import { textOf, type IslandStates, type RenderedPage } from '../page/rendered-page';
import { API, MODULES } from './bakery/modules';
import { pageAt } from './bakery/pages';
import { bakery } from './bakery/site';
import { fakeLoader, fakeServices, type Modules } from './islands';
import { statesOf } from './renderer';

type Render = (pathname: string, changes: Modules) => Promise<RenderedPage>;
let render: Render | undefined;

/** The server's rendering with its own copy of React, as on a server. Modules of the test must not have hooks. */
async function loadRendering(): Promise<Render> {
  let loaded: Render | undefined;
  await jest.isolateModulesAsync(async () => {
    const { createPageRenderer } = await import('../rendering/page-renderer');
    const { bakery: site, frame } = await import('./bakery/site');
    const { MODULES: modules } = await import('./bakery/modules');
    loaded = (pathname, changes) => {
      const load = fakeLoader({ ...modules, ...changes });
      const renderPage = createPageRenderer({ site: { ...site, ...frame }, load, dataDeadline: 50 });
      return renderPage({ page: pageAt(pathname) }, API);
    };
  });
  if (!loaded) throw new Error('The rendering is missing');
  return loaded;
}

/** Renders the bakery's modules, with changes, as the server does, and puts the HTML into the document. */
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
  const fakes = fakeServices({ site: bakery, modules: { ...MODULES, ...changes }, api: API });
  // Serialised, like in a page.
  const states = JSON.parse(JSON.stringify(statesOf(rendered))) as IslandStates;
  const page = pageAt(window.location.pathname);
  return { ...fakes, islands: new ServedIslands(page, states, fakes.services, starter), starter, settle };
}
