import { jest } from '@jest/globals';
import type { RenderedPage } from '../src/rendering/page-renderer';
import { ServedIslands } from '../src/islands/served-islands';
import { pageAt } from '../src/pages/pages';
import type { Submission } from '../src/pages/page-request';
import type { Starter } from '../src/starter/page-start';
import { fakeApi, fakeLoader, fakeServices, type Modules } from './islands';
import { CALLS, MODULES } from './site-modules';

type Render = (pathname: string, submission: Submission | null, changes: Modules) => Promise<RenderedPage>;
let render: Render | undefined;

/** The server's rendering with its own copy of React, as on a server. Modules of the test must not have hooks. */
async function loadRendering(): Promise<Render> {
  let loaded: Render | undefined;
  await jest.isolateModulesAsync(async () => {
    const { createPageRenderer } = await import('../src/rendering/page-renderer');
    const { MODULES: modules } = await import('./site-modules');
    await import('./setup');
    loaded = (pathname, submission, changes) => {
      const { loader } = fakeLoader({ ...modules, ...changes });
      return createPageRenderer({ loader, dataDeadline: 50, retentionMonths: 12 })(
        { pathname, submission },
        fakeApi(CALLS),
      );
    };
  });
  if (!loaded) throw new Error('The rendering is not there');
  return loaded;
}

/** Renders these modules and the sample site's others as the server does, and puts the HTML into the document. */
export async function serve(
  changes: Modules = {},
  pathname = '/',
  submission: Submission | null = null,
): Promise<RenderedPage> {
  render ??= await loadRendering();
  const page = await render(pathname, submission, changes);
  window.history.replaceState(null, '', pathname);
  document.title = page.head.title;
  document.body.innerHTML = `<div id="root">${page.html}</div>`;
  return page;
}

/** The islands of a served page in the browser, and a starter for them. */
export function islandsOf({ state }: RenderedPage, changes: Modules = {}) {
  const settle = jest.fn<Starter['settle']>();
  const starter: Starter = { wanted: new Set(), pressed: new Map(), isFilled: () => false, settle };
  const log = jest.fn();
  const { services, asked } = fakeServices({ ...MODULES, ...changes }, { calls: CALLS, log });
  const islands = new ServedIslands({
    page: pageAt(window.location.pathname),
    // As if embedded in the page.
    islands: JSON.parse(JSON.stringify(state.islands)) as typeof state.islands,
    services: { ...services, submission: state.submission },
    starter,
  });
  return { islands, services, starter, settle, log, asked };
}
