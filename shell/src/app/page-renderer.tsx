import { StrictMode } from 'react';
import type { Api, ModuleId, PageHead } from '@vidlunnia/shared/contracts';
import { HttpError } from '@vidlunnia/shared/http';
import { HOME_HEAD, NOT_FOUND_HEAD, POST_HEAD } from '../pages/page-heads';
import type { PageState } from '../pages/page-state';
import { forEachPart, pageAt, type Page } from '../pages/pages';
import type { Submission } from '../pages/submission';
import type { PartFailure } from '../parts/attempt';
import { PartServicesProvider } from '../parts/part-services';
import { PartStore } from '../parts/part-store';
import { RemoteError } from '../remotes/errors';
import type { RemoteLoader } from '../remotes/remote-loader';
import { App } from './app';
import { renderWhole } from './render-whole';
import { StaticChrome, staticRoute } from './static-chrome';

/** A page as the server made it. */
export interface RenderedPage {
  readonly status: 200 | 404 | 503;
  /** HTML of the document's root element. */
  readonly html: string;
  readonly head: PageHead;
  readonly state: PageState;
  /** What did not arrive or could not be rendered; a page with any is good for one visitor only. */
  readonly problems: readonly string[];
  /** Of the problems those that parts threw while they were rendered. */
  readonly crashes: readonly string[];
  /** Modules whose code or data did not arrive. */
  readonly failed: readonly ModuleId[];
}

export interface PageRendererOptions {
  readonly loader: RemoteLoader;
  readonly api: Api;
  /** Milliseconds that a part's data may take before the page goes out without them. */
  readonly dataDeadline: number;
}

/** Renders pages: starts every part at once, waits for all, renders what arrived. */
export function createPageRenderer({ loader, api, dataDeadline }: PageRendererOptions) {
  return async (pathname: string, submission: Submission | null): Promise<RenderedPage> => {
    const page = pageAt(pathname);
    const missing: string[] = [];
    const crashes: string[] = [];
    const log = (message: string, error: unknown) => {
      missing.push(describe(message, error));
    };
    const store = new PartStore({ loader, api, dataDeadline, log });
    const chrome = await staticRoute(page, store);
    const { parts, head, failures } = await arrive(page, store);
    const services = { store, api, submission, announce: () => undefined, settled: true };
    const html = await renderWhole(
      <StrictMode>
        <PartServicesProvider value={services}>
          <App page={page} router={<StaticChrome route={chrome} />} />
        </PartServicesProvider>
      </StrictMode>,
      (error) => {
        // What could not be loaded was noted where it happened.
        if (!(error instanceof RemoteError)) crashes.push(describe('A part could not be rendered', error));
      },
    );
    const state = { parts, submission };
    return {
      status: statusOf(page, failures),
      html,
      head: head ?? headOf(page),
      state,
      problems: [...missing, ...crashes],
      crashes,
      failed: [...failures.keys()],
    };
  };
}

interface Arrived {
  readonly parts: PageState['parts'];
  /** Head that a part wants for the page that it makes. */
  readonly head: PageHead | null;
  readonly failures: ReadonlyMap<ModuleId, PartFailure>;
}

async function arrive(page: Page, store: PartStore): Promise<Arrived> {
  const parts = new Map<ModuleId, { readonly data: unknown }>();
  const failures = new Map<ModuleId, PartFailure>();
  const arrivals: Promise<void>[] = [];
  let head: PageHead | null = null;
  forEachPart(page, ({ id, params }) => {
    const { module, data, failure } = store.state(id, params).attempt;
    const arrival = async () => {
      const problem = await failure;
      if (problem) failures.set(id, problem);
      if (problem?.stage === 'module') return;
      const value = await data;
      parts.set(id, { data: value });
      head = (await module).head?.(value) ?? head;
    };
    arrivals.push(arrival());
  });
  await Promise.all(arrivals);
  return { parts: Object.fromEntries(parts), head, failures };
}

/** A post that is not there is one thing, an API that could not be asked another; the visitor reads the same text. */
function statusOf(page: Page, failures: ReadonlyMap<ModuleId, PartFailure>): RenderedPage['status'] {
  if (page.kind === 'unknown') return 404;
  const failure = page.kind === 'post' ? failures.get('blog/Post') : undefined;
  if (!failure) return 200;
  return failure.error instanceof HttpError && failure.error.status === 404 ? 404 : 503;
}

function headOf(page: Page): PageHead {
  if (page.kind === 'home') return HOME_HEAD;
  return page.kind === 'post' ? POST_HEAD : NOT_FOUND_HEAD;
}

const describe = (message: string, error: unknown) =>
  `${message}: ${error instanceof Error ? error.message : String(error)}`;
