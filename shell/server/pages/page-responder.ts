import type { Histogram } from 'prom-client';
import type { Log } from '@vidlunnia/operating/log';
import { failureInWords } from '../../src/failures';
import { addressOf } from '../../src/pages/pages';
import { islandsIn, textOf, type PageRequest, type RenderedPage } from '../../src/pages/rendered-page';
import { RETRY_AFTER_SECONDS, TryLaterError } from '../plugins/errors';
import type { Live } from '../releases/live-set';
import { SaturatedError } from '../render/supervised-worker';
import { renderDocument, styleSheetsOf, type SiteParts } from './document';
import { createEncoder, plainText } from './encode';
import type { PageCache, PageResponse } from './page-cache';
import type { PageStyles } from './page-styles';

/**
 * Responds with the cached page, else with a fresh one. `allowRender` is called before a page is rendered for this
 * request, and may reject; cached pages do not need it. Rejects with `TryLaterError` when the page is not cached and
 * cannot be rendered.
 */
export type RespondToPage = (
  request: PageRequest,
  allowRender?: () => Promise<void>,
) => Promise<PageResponse>;

export interface PageResponderOptions extends SiteParts {
  readonly live: () => Live;
  /** Without one, every page is rendered again, for its visitor only. */
  readonly cache: PageCache | null;
  readonly pageStyles: PageStyles;
  readonly log: Pick<Log, 'warn'>;
  /** Measures every rendering by its outcome; those of a preview are not measured. */
  readonly renders?: Pick<Histogram<'outcome'>, 'startTimer'>;
}

export function createPageResponder(options: PageResponderOptions): RespondToPage {
  const { live: liveNow, cache, pageStyles, log, renders, build, banner } = options;
  const encode = createEncoder();
  let cachedSet = '';

  async function render({ renderer }: Live, request: PageRequest): Promise<RenderedPage> {
    const ended = renders?.startTimer();
    try {
      const rendered = await renderer.render(request);
      ended?.({ outcome: 'rendered' });
      return rendered;
    } catch (cause) {
      const isShed = cause instanceof SaturatedError;
      ended?.({ outcome: isShed ? 'shed' : 'failed' });
      const reason = cause instanceof Error ? cause.message : String(cause);
      if (!isShed) log.warn(`${addressOf(request.page)} could not be rendered: ${reason}`);
      throw new TryLaterError(503, RETRY_AFTER_SECONDS, reason, { cause });
    }
  }

  async function makePage(live: Live, request: PageRequest): Promise<PageResponse> {
    const { releaseSet } = live;
    const rendered = await render(live, request);
    const { failures, html, notices = [] } = rendered;
    for (const line of [...failures.map(failureInWords), ...notices]) log.warn(line);
    // Islands may load sheets before the shell's own, which has every definition.
    const isLean = islandsIn(html).every(({ state }) => !state);
    const style = await pageStyles(styleSheetsOf(build, releaseSet, request.page), textOf(html), isLean);
    const document = renderDocument(options, { releaseSet, request, rendered, style });
    const isForOne = !cache || isPersonal(request);
    return {
      ...verdictOn(request, rendered, isForOne),
      // Not compressed in advance for a single visitor: nobody else would profit.
      ...(isForOne ? plainText(document) : await encode(document)),
      releaseSet: releaseSet.id,
      styleSources: banner ? [style.source, banner.style.source] : [style.source],
    };
  }

  return async (request, allowRender) => {
    const live = liveNow();
    const { id } = live.releaseSet;
    if (id !== cachedSet) cache?.clear();
    cachedSet = id;
    const make = async () => {
      await allowRender?.();
      return makePage(live, request);
    };
    if (!cache || isPersonal(request)) return make();
    const { page, submission, service = '' } = request;
    return cache.get(`${id} ${addressOf(page)} ${submission?.form ?? ''} ${service}`, make);
  };
}

/** A page with a visitor's input is only for that visitor. */
const isPersonal = ({ submission }: PageRequest) => submission?.accepted === false;

const STATUS = { page: 200, missing: 404, lost: 503 } as const;

/** Status and caching. Addresses without any page share one address, so its page can be cached. */
function verdictOn(
  { page }: PageRequest,
  { kind, failures }: RenderedPage,
  isForOne: boolean,
): Pick<PageResponse, 'status' | 'caching'> {
  const isWhole = kind === 'missing' || failures.length === 0;
  const cachingForAll = kind === 'missing' && page.kind !== 'unknown' ? 'missing' : 'cached';
  return { status: STATUS[kind], caching: isForOne || !isWhole ? 'private' : cachingForAll };
}
