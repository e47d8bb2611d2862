import type { Histogram } from 'prom-client';
import type { Log } from '@vidlunnia/operating/log';
import { modulesOf, nextPage, pageAt, type Page } from '../../src/pages/pages';
import type { PageRequest } from '../../src/pages/page-request';
import type { RenderedPage } from '../../src/rendering/page-renderer';
import { TryLaterError } from '../plugins/errors';
import type { Live } from '../releases/live-set';
import { inWords } from '../render/render-test';
import { SaturatedError } from '../render/supervised-worker';
import type { ClientBuild, InlineText } from './client-build';
import { renderDocument, type Banner } from './document';
import { createPageEncoder, plainPage, type EncodedPage } from './encode';
import type { PageCache, PageResult } from './page-cache';
import { filesOf } from './page-files';
import type { PageStyles } from './page-styles';

/** Seconds: by then, a worker that ended is usually replaced. */
const RETRY_AFTER = 5;

/** The response to a page request. */
export interface PageResponse {
  readonly page: EncodedPage;
  readonly releaseSet: string;
  /** Whether shared caches may store it. */
  readonly shared: boolean;
}

/**
 * `allowRender` is called before a page is rendered for this request, and may reject; cached pages do not need it.
 * Rejects with `TryLaterError` when the page is not cached and cannot be rendered.
 */
export type RespondToPage = (
  request: PageRequest,
  allowRender?: () => Promise<void>,
) => Promise<PageResponse>;

export interface PageResponderOptions {
  readonly build: ClientBuild;
  readonly starter: InlineText;
  /** Public origin of the site. */
  readonly siteUrl: string;
  readonly live: () => Live;
  /** Without one, every page is rendered again, for its visitor only. */
  readonly cache: PageCache | null;
  readonly pageStyles: PageStyles;
  readonly log: Pick<Log, 'warn'>;
  /** Measures every rendering by its outcome; those of a preview are not measured. */
  readonly renders?: Pick<Histogram<'outcome'>, 'startTimer'>;
  /** Above every page. */
  readonly banner?: Banner;
}

/** Responds with the cached page, else with a fresh one. */
export function createPageResponder(options: PageResponderOptions): RespondToPage {
  const { live: liveNow, cache, log, renders } = options;
  const compose = createComposer(options);
  let cached = '';

  async function rendered({ renderer }: Live, request: PageRequest): Promise<RenderedPage> {
    const ended = renders?.startTimer();
    try {
      const page = await renderer.render(request);
      ended?.({ outcome: 'rendered' });
      return page;
    } catch (cause) {
      const isShed = cause instanceof SaturatedError;
      ended?.({ outcome: isShed ? 'shed' : 'failed' });
      const reason = cause instanceof Error ? cause.message : String(cause);
      if (!isShed) log.warn(`${request.pathname} could not be rendered: ${reason}`);
      throw new TryLaterError(503, RETRY_AFTER, reason, { cause });
    }
  }

  async function makePage(live: Live, page: Page, request: PageRequest): Promise<PageResult> {
    const result = await rendered(live, request);
    const { status, failures, notices = [], isServiceUnknown = false } = result;
    for (const line of [...failures.map(inWords), ...notices]) log.warn(line);
    const isComplete = failures.length === 0;
    return {
      page: await compose(live, page, result),
      cacheable: !isServiceUnknown && (isComplete || status === 404),
      missing: isServiceUnknown ? isComplete : status === 404 && page.kind !== 'unknown',
    };
  }

  return async (request, allowRender) => {
    const page = pageAt(request.pathname);
    const live = liveNow();
    const { id } = live.releaseSet;
    if (id !== cached) cache?.clear();
    cached = id;
    const render = async () => {
      await allowRender?.();
      return makePage(live, page, request);
    };
    const shared = isPersonal(request) ? null : cache;
    const result = shared ? await shared.get(`${id} ${keyOf(page, request)}`, render) : await render();
    return { page: result.page, releaseSet: id, shared: result.cacheable && shared !== null };
  };
}

/** Makes the final document from a rendered page. */
function createComposer({ build, starter, siteUrl, cache, pageStyles, banner }: PageResponderOptions) {
  const encodePage = createPageEncoder();

  return async ({ releaseSet }: Live, page: Page, result: RenderedPage): Promise<EncodedPage> => {
    const { zones } = releaseSet;
    const modules = modulesOf(page, zones);
    const files = filesOf(build, releaseSet, modules, modulesOf(nextPage(page), zones));
    const { status, html, head, state } = result;
    // Islands may load sheets before the shell's own, which has every definition.
    const lean = Object.keys(state.islands).length === 0;
    const style = await pageStyles(files.styles, html, lean);
    const document = renderDocument({
      ...{ status, html, head, state, page, releaseSet, siteUrl, starter, files, style },
      ...(banner && { banner }),
    });
    // Not compressed in advance for a single visitor: nobody else would profit.
    const encode = isPersonal(state) || !cache ? plainPage : encodePage;
    return encode(status, document, banner ? [style.source, banner.style.source] : [style.source]);
  };
}

/** A page with a visitor's input is only for that visitor. */
const isPersonal = ({ submission }: Pick<PageRequest, 'submission'>) => submission?.accepted === false;

/** All unknown addresses share one page. */
const keyOf = (page: Page, { pathname, submission, service }: PageRequest) =>
  page.kind === 'unknown' ? '' : `${pathname} ${submission?.form ?? ''} ${service ?? ''}`;
